// SPDX-License-Identifier: MIT
// The nodes of the evaluator.
package ast;

abstract class Node {
    abstract long eval(Env env);
}

final class Env {
    private final long[] value;

    Env(int n) {
        value = new long[n];
    }

    long get(int i) {
        return value[i];
    }

    void set(int i, long v) {
        value[i] = v;
    }
}

class Num extends Node {
    private final long value;

    Num(long value) {
        this.value = value;
    }

    @Override
    long eval(Env env) {
        return value;
    }
}

class Var extends Node {
    private final int at;

    Var(int at) {
        this.at = at;
    }

    @Override
    long eval(Env env) {
        return env.get(at);
    }
}

class Add extends Node {
    private final Node left, right;

    Add(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    long eval(Env env) {
        return left.eval(env) + right.eval(env);
    }
}

class Sub extends Node {
    private final Node left, right;

    Sub(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    long eval(Env env) {
        return left.eval(env) - right.eval(env);
    }
}

class Mul extends Node {
    private final Node left, right;

    Mul(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    long eval(Env env) {
        return left.eval(env) * right.eval(env);
    }
}

class Neg extends Node {
    private final Node of;

    Neg(Node of) {
        this.of = of;
    }

    @Override
    long eval(Env env) {
        return -of.eval(env);
    }
}

class If extends Node {
    private final Node condition, yes, no;

    If(Node condition, Node yes, Node no) {
        this.condition = condition;
        this.yes = yes;
        this.no = no;
    }

    @Override
    long eval(Env env) {
        return condition.eval(env) > 0 ? yes.eval(env) : no.eval(env);
    }
}

class Less extends Node {
    private final Node left, right;

    Less(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    long eval(Env env) {
        return left.eval(env) < right.eval(env) ? 1 : 0;
    }
}

class Let extends Node {
    private final int at;
    private final Node value, body;

    Let(int at, Node value, Node body) {
        this.at = at;
        this.value = value;
        this.body = body;
    }

    @Override
    long eval(Env env) {
        long old = env.get(at);
        env.set(at, value.eval(env));
        long result = body.eval(env);
        env.set(at, old);
        return result;
    }
}

class Repeat extends Node {
    private final int times;
    private final Node body;

    Repeat(int times, Node body) {
        this.times = times;
        this.body = body;
    }

    @Override
    long eval(Env env) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += body.eval(env) >> 1;
        }
        return sum;
    }
}
