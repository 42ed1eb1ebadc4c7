// SPDX-License-Identifier: MIT
// Eight threads interpret the same script with rhino, each in a context of its own: what
// the script throws, what Java throws below it, what it catches, and what does not parse.

import java.util.concurrent.CyclicBarrier;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.RhinoException;

public class Scripts {
    private static final String[] TEXT = {
        "function f(n) { if (n == 0) { throw new Error('deep'); } f(n - 1); }"
            + "var s = '';"
            + "for (var i = 0; i < 12; i++) {"
            + "    try {"
            + "        if (i % 3 == 0) { f(i); }"
            + "        if (i % 4 == 1) { null.x(); }"
            + "        if (i % 4 == 2) { java.lang.Integer.parseInt('x' + i); }"
            + "        s += i;"
            + "    } catch (e) {"
            + "        s += e instanceof TypeError ? 'T' : e.javaException ? 'J' : 'E';"
            + "    } finally { s += '.'; }"
            + "}"
            + "s",
        "var a = [3, 1, 2].sort(function (x, y) { return x - y; });"
            + "a.map(function (x) { return x * 2; }).join() + JSON.stringify({ a: a })",
        "undefinedName + 1",
        "throw { toString: function () { return 'mine'; } }",
        "function ( { ",
        "java.util.Collections.emptyList().get(0)",
        "'a1b22'.replace(/[0-9]+/g, function (d) { return '<' + d + '>'; })",
    };

    public static void main(String[] args) throws Exception {
        String[] said = new String[8];
        Thread[] all = new Thread[said.length];
        CyclicBarrier start = new CyclicBarrier(all.length);
        for (int i = 0; i < all.length; i++) {
            int me = i;
            all[i] = new Thread(() -> said[me] = script(start));
            all[i].start();
        }
        for (Thread t : all) {
            t.join();
        }
        for (String s : said) {
            System.out.print(s);
        }
    }

    private static String script(CyclicBarrier start) {
        StringBuilder s = new StringBuilder();
        try {
            start.await();
        } catch (Exception e) {
            return e.toString();
        }
        for (String text : TEXT) {
            s.append(evaluate(text)).append('\n');
        }
        return s.toString();
    }

    private static String evaluate(String text) {
        Context c = Context.enter();
        try {
            c.setOptimizationLevel(-1);
            return Context.toString(c.evaluateString(c.initStandardObjects(), text, "t", 1, null));
        } catch (RhinoException e) {
            return e.getMessage();
        } finally {
            Context.exit();
        }
    }
}
