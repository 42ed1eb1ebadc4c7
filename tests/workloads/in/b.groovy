// SPDX-License-Identifier: MIT
// Script of the groovy workloads: closures, traits, builders, meta classes, exceptions.
import groovy.json.JsonOutput
import groovy.transform.*

@Canonical class Point { int x, y; Point plus(Point o) { new Point(x + o.x, y + o.y) } }
trait Named { String name() { getClass().simpleName.toLowerCase() } }
class A implements Named {}
class B implements Named { String name() { "b:" + Named.super.name() } }
@CompileStatic int fib(int n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }
def slow(n) { n < 2 ? n : slow(n - 1) + slow(n - 2) }

println fib(20)
println slow(14)
println([new A(), new B()]*.name())
println((1..20).collect { it * it }.findAll { it % 3 == 1 }.inject(0) { a, b -> a + b })
println(new Point(1, 2) + new Point(3, 4))
Integer.metaClass.twice = { -> delegate * 2 }
println 21.twice()
def words = (0..<200).collect { "w${it * 7919 % 23}".toString() }
println words.countBy { it }.sort { a, b -> b.value <=> a.value ?: a.key <=> b.key }.take(5)
println JsonOutput.toJson([a: 1, b: [1, 2, [c: null]], s: "x\"y"])
def log = []
5.times { i ->
    try {
        if (i % 2) { throw new IllegalStateException("s$i") }
        null.length()
    } catch (IllegalStateException e) { log << e.message
    } catch (NullPointerException e) { log << "npe"
    } finally { log << "f" }
}
println log
println "a1b22c333".replaceAll(/\d+/) { "<${it.size()}>" }
println new groovy.util.XmlSlurper().parseText('<r><i v="1"/><i v="2"/></r>').i*.@v*.text()
