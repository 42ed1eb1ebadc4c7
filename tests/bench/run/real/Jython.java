// SPDX-License-Identifier: MIT
// jython: a script, compiled once and run.

import java.util.Properties;
import org.python.core.PyCode;
import org.python.util.PythonInterpreter;

public final class Jython {
    private static final String SCRIPT =
            "def fib(n):\n" +
            "    return n if n < 2 else fib(n - 1) + fib(n - 2)\n" +
            "class Shape(object):\n" +
            "    def __init__(self, n):\n" +
            "        self.n = n\n" +
            "    def area(self):\n" +
            "        return self.n * self.n\n" +
            "total = fib(15)\n" +
            "for i in range(2000):\n" +
            "    total += Shape(i % 17).area()\n" +
            "count = {}\n" +
            "for i in range(1500):\n" +
            "    word = 'w%d' % (i * 7919 % 101)\n" +
            "    count[word] = count.get(word, 0) + 1\n" +
            "for word in sorted(count, key=lambda w: (-count[w], w)):\n" +
            "    total = total * 3 % 1000003 + len(word) + count[word]\n" +
            "text = ' '.join([w.upper() for w in sorted(count)])\n" +
            "total += len(text.split()) + sum(x * x for x in xrange(500))\n";
    private static PythonInterpreter python;
    private static PyCode code;

    private Jython() { }

    public static long run(int n) {
        if (python == null) {
            Properties p = new Properties();
            p.setProperty("python.import.site", "false");
            p.setProperty("python.cachedir.skip", "true");
            PythonInterpreter.initialize(System.getProperties(), p, new String[0]);
            python = new PythonInterpreter();
            code = python.compile(SCRIPT);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            python.exec(code);
            sum = sum * 31 + python.get("total").asLong();
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}
