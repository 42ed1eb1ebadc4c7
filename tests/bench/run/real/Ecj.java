// SPDX-License-Identifier: MIT
// ecj: the compiler of Eclipse on generated sources, in one thread: what is measured
// is the time of the thread that calls.

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

public final class Ecj {
    private Ecj() { }

    public static long run(int n) {
        System.setProperty("jdt.compiler.useSingleThread", "true");
        long sum = 0;
        for (int i = 0; i < n; i++) {
            StringWriter out = new StringWriter();
            PrintWriter to = new PrintWriter(out);
            boolean ok = BatchCompiler.compile(new String[] {
                "-nowarn", "--release", "11", "-proc:none", "-g", "-d", "none",
                new File(System.getProperty("bench.gen"), "java").getPath()
            }, to, to, null);
            if (!ok) {
                throw new IllegalStateException(out.toString());
            }
            sum = sum * 31 + out.toString().hashCode();
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}
