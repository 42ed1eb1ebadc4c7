// SPDX-License-Identifier: MIT
// Script of the rhino workloads: closures, exceptions, regexps, JSON, sorting.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print("fib", fib(20));
function Shape(n) { this.n = n; }
Shape.prototype.area = function () { return 0; };
function Square(s) { Shape.call(this, "square"); this.s = s; }
Square.prototype = new Shape();
Square.prototype.area = function () { return this.s * this.s; };
var sum = 0;
for (var i = 0; i < 5000; i++) { sum += new Square(i % 17).area(); }
print("area", sum);
var seen = [];
for (i = 0; i < 200; i++) {
    try {
        if (i % 3 == 0) { throw new Error("e" + i); }
        if (i % 5 == 0) { null.x(); }
        if (i % 7 == 0) { java.lang.Integer.parseInt("x" + i); }
    } catch (e) {
        seen.push(e instanceof TypeError ? "T" : e.javaException ? "J" : "E");
    } finally {
        sum++;
    }
}
print(seen.join(""), sum);
var text = "";
for (i = 0; i < 300; i++) { text += "w" + (i * 7919 % 101) + (i % 10 ? " " : "\n"); }
var count = {};
text.replace(/w(\d+)/g, function (m, d) { count[d] = (count[d] || 0) + 1; return m; });
var keys = Object.keys(count).sort(function (a, b) { return count[b] - count[a] || a - b; });
print(JSON.stringify(keys.slice(0, 20).map(function (k) { return [k, count[k]]; })));
var list = new java.util.ArrayList(), map = new java.util.TreeMap();
for (i = 0; i < 50; i++) { list.add("k" + (i * 31 % 50)); map.put("k" + i % 7, i); }
java.util.Collections.sort(list);
print(list.get(0), list.get(49), map);
var r = new java.lang.Runnable({ run: function () { print("run", this instanceof Object); } });
r.run();
print((function () { return Array.prototype.reduce.call(arguments, function (a, b) { return a + b; }); })(1, 2, 3));
