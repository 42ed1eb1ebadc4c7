// SPDX-License-Identifier: MIT
// Four threads generate parsers from the same grammar with antlr, each into a folder of
// its own. antlr's own parser backtracks by exceptions.

import antlr.Tool;
import java.io.File;
import java.util.concurrent.CyclicBarrier;

public class Grammars {
    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[4];
        int[] status = new int[all.length];
        CyclicBarrier start = new CyclicBarrier(all.length);
        for (int i = 0; i < all.length; i++) {
            int me = i;
            all[i] = new Thread(() -> status[me] = generate(start, args[0], "out" + me));
            all[i].start();
        }
        for (int i = 0; i < all.length; i++) {
            all[i].join();
            System.out.println(status[i] + " " + new File("out" + i).list().length);
        }
    }

    private static int generate(CyclicBarrier start, String grammar, String to) {
        if (!new File(to).mkdir()) {
            return 2;
        }
        try {
            start.await();
        } catch (Exception e) {
            return 3;
        }
        return new Tool().doEverything(new String[] {"-o", to, grammar});
    }
}
