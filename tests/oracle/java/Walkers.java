// SPDX-License-Identifier: MIT
// What the JVM writes into the frames of a stack walk.

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

public class Walkers {
    static String caller() {
        return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .getCallerClass().getName();
    }

    static class Inner {
        static String name() {
            return caller();
        }
    }

    static List<String> frames() {
        return StackWalker.getInstance(EnumSet.of(
                Option.RETAIN_CLASS_REFERENCE)).walk(s -> s
                        .map(f -> f.getDeclaringClass().getName() + "."
                                + f.getMethodName() + f.getMethodType())
                        .collect(Collectors.toList()));
    }

    static String plain(StackFrame f) {
        return f.getClassName() + f.isNativeMethod()
                + f.toStackTraceElement().getMethodName();
    }

    static void deep(int n) {
        if (n > 0) {
            deep(n - 1);
        } else {
            StackWalker.getInstance().forEach(f -> {
                if (plain(f).contains("main")) {
                    System.out.println(plain(f));
                }
            });
        }
    }

    public static void main(String[] args) {
        System.out.println(Inner.name());
        System.out.println(frames());
        deep(40);
    }
}
// expect: Walkers$Inner
// expect: [Walkers.frames()List, Walkers.main(String[])void]
// expect: Walkersfalsemain
