#!/bin/sh
# SPDX-License-Identifier: MIT
# t7035-client-receivers.t - receivers of classes that clients have: of the nearest class that
# the plan names, with the method that runs told apart; and lambdas that only a library knows.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir -p part client
cat >Part.java <<'END2'
package p;

import java.util.function.Function;

public class Part {
    public static int size(java.util.Collection<?> of) {
        return of.size();
    }
    public static int sorted(java.util.TreeSet<?> of) {
        return size(of);
    }
    public static int listed(java.util.List<?> of) {
        return size(of);
    }
    public static Object with(Function<Object, Object> what, Object x) {
        return what.apply(x);
    }
    public static Function<Object, Object> own() {
        return x -> x;
    }
}
END2
cat >Client.java <<'END2'
import java.util.*;
import p.Part;

public class Client {
    static class Inherits extends TreeSet<String> {}
    static class Overrides extends TreeSet<String> {
        public int size() { return 7; }
    }
    static class Listed extends AbstractList<String> {
        public String get(int i) { return ""; }
        public int size() { return 3; }
    }
    public static void main(String[] args) {
        for (String a : args) {
            switch (a) {
            case "inherits": Part.size(new Inherits()); break;
            case "overrides": Part.size(new Overrides()); break;
            case "listed": Part.size(new Listed()); break;
            case "own": Part.with(Part.own(), a); break;
            case "library": Part.with(java.util.function.Function.identity(), a); break;
            default: throw new IllegalArgumentException(a);
            }
        }
    }
}
END2
run javac -d part Part.java
run jar --create --file part.jar -C part .
run javac -cp part -d client Client.java
run ccinstr instrument --interface-level public -o new part.jar
is "$status" 0 'instrumented'

# seen WHAT NAME ARGUMENT...: what of --what WHAT those runs covered at calls in Part.NAME.
seen() {
    what=$1 name=$2
    shift 2
    rm -rf data
    java -Dccinstr.data=data/ -cp new/part.jar:client Client "$@" >log 2>&1 &&
        "$CCINSTR" report new/ccinstr.plan data --format tsv --what "$what" \
            >list 2>>log &&
        awk -F '\t' -v m="p/Part.$name:" \
            'index($0, m) == 1 && $NF > 0 { print $(NF - 1), $NF }' list
}

is "$(seen rc size inherits)" 'client:java/util/TreeSet 1' \
    'a class of a client is of its nearest super type'
is "$(seen rc size listed)" 'client:java/util/List 1' 'a nearer interface'
is "$(seen tm size inherits)" 'java/util/TreeSet.size:()I 1' \
    'what it inherits runs'
is "$(seen tm size overrides)" 'client:java/util/TreeSet.size:()I 1' \
    'what it overrides runs'
is "$(seen rc with own)" \
    'lambda:p/Part.lambda$own$0:(Ljava/lang/Object;)Ljava/lang/Object; 1' \
    'a lambda of the component'
is "$(seen rc with library)" 'lambda:- 1' 'lambdas of a library are one receiver'
is "$(seen tm with library)" 'lambda:- 1' 'and one target'
is "$(grep '^p/Part.with:' list | grep -c 'lambda:-')" 1 \
    'which is required once'

# People are told in words that a class, or the method that runs, is a client's own.
run ccinstr report new/ccinstr.plan data
like out "never on a client's java.util.Collection, a client's java.util.List, " \
    'report: receivers of clients'

# Two interfaces of which neither is nearer: what ran is told, not what might have.
mkdir two twoc
cat >Two.java <<'END2'
package q;

public class Two {
    public interface T { default int m() { return 1; } }
    public interface I extends T {}
    public interface J extends T { default int m() { return 2; } }
    public static int go(T t) {
        return t.m();
    }
}
END2
cat >Both.java <<'END2'
public class Both implements q.Two.I, q.Two.J {
    public static void main(String[] args) {
        System.out.println(q.Two.go(new Both()));
    }
}
END2
run javac -d two Two.java
run javac -cp two -d twoc Both.java
run ccinstr instrument --open -o newtwo two
run java -Dccinstr.data=datatwo/ -cp newtwo/two:twoc Both
is "$(cat out)" 2 'of two interfaces, the second one runs'
run ccinstr report newtwo/ccinstr.plan datatwo --format tsv --what tm
is "$(awk -F '\t' 'NR > 1 && $NF > 0 { print $(NF - 1) }' out)" 'q/Two$J.m:()I' 'and is covered'
run ccinstr report newtwo/ccinstr.plan datatwo --format tsv --what unpredicted
is "$(sed 1d out)" '' 'all was predicted'
done_testing
