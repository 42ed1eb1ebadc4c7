// SPDX-License-Identifier: MIT
// A recursive evaluator: an interpreter of expression trees with ten classes of nodes.
package ast;

public final class Main {
    private static final int TREES = 24, DEPTH = 7, VARIABLES = 8;
    private static final Node[] FOREST = plant();

    private Main() { }

    /** Evaluates all trees n times; what it returns depends on every value. */
    public static long run(int n) {
        Env env = new Env(VARIABLES);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            env.set(i % VARIABLES, i);
            for (Node tree : FOREST) {
                sum = sum * 31 + tree.eval(env);
            }
        }
        return sum;
    }

    private static Node[] plant() {
        Node[] trees = new Node[TREES];
        Grower grower = new Grower(17);
        for (int i = 0; i < TREES; i++) {
            trees[i] = grower.grow(DEPTH);
        }
        return trees;
    }

    /** Random trees, the same each time. */
    private static final class Grower {
        private int seed;

        Grower(int seed) {
            this.seed = seed;
        }

        private int next(int bound) {
            seed = seed * 1103515245 + 12345;
            return (seed >>> 16) % bound;
        }

        Node grow(int depth) {
            if (depth == 0) {
                return next(3) == 0 ? new Num(next(100)) : new Var(next(VARIABLES));
            }
            switch (next(9)) {
            case 0: return new Add(grow(depth - 1), grow(depth - 1));
            case 1: return new Sub(grow(depth - 1), grow(depth - 1));
            case 2: return new Mul(grow(depth - 1), grow(depth - 1));
            case 3: return new Neg(grow(depth - 1));
            case 4: return new If(grow(depth - 1), grow(depth - 1), grow(depth - 1));
            case 5: return new Less(grow(depth - 1), grow(depth - 1));
            case 6: return new Let(next(VARIABLES), grow(depth - 1), grow(depth - 1));
            case 7: return new Repeat(2 + next(2), grow(depth - 1));
            default: return new Add(new Var(next(VARIABLES)), grow(depth - 1));
            }
        }
    }
}
