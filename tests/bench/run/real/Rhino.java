// SPDX-License-Identifier: MIT
// rhino: a script, interpreted.

import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

public final class Rhino {
    private static final String SCRIPT =
            "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n" +
            "function Shape(n) { this.n = n; }\n" +
            "Shape.prototype.area = function () { return this.n * this.n; };\n" +
            "var sum = fib(16), count = {}, list = [];\n" +
            "for (var i = 0; i < 3000; i++) { sum += new Shape(i % 17).area(); }\n" +
            "for (i = 0; i < 600; i++) { list.push('w' + i * 7919 % 101); }\n" +
            "list.join(' ').replace(/w(\\d+)/g, function (m, d) {\n" +
            "    count[d] = (count[d] || 0) + 1; return m; });\n" +
            "var keys = Object.keys(count).sort(function (a, b) { return a - b; });\n" +
            "for (i = 0; i < 200; i++) {\n" +
            "    try { if (i % 3 == 0) { throw new Error('e' + i); } sum++; }\n" +
            "    catch (e) { sum += e.message.length; }\n" +
            "}\n" +
            "sum + JSON.stringify(keys).length;\n";

    private Rhino() { }

    public static long run(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Context cx = Context.enter();
            try {
                cx.setOptimizationLevel(-1);
                ScriptableObject scope = cx.initStandardObjects();
                Object result = cx.evaluateString(scope, SCRIPT, "script", 1, null);
                sum = sum * 31 + (long) Context.toNumber(result);
            } finally {
                Context.exit();
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}
