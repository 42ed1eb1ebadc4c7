#!/bin/sh
# SPDX-License-Identifier: MIT
# t7038-same-named-folders.t - folders of one name, as the parts of a build have them: where
# they go in the output folder, and what plans and reports call them.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar jq

mkdir -p src/core src/web core/target/classes web/target/classes
cat >src/core/Core.java <<'END2'
package core;

public class Core {
    public int add(int a, int b) {
        return check(a) + check(b);
    }

    private int check(int a) {
        return a;
    }
}
END2
cat >src/web/Web.java <<'END2'
package web;

public class Web {
    public static void main(String[] args) {
        System.out.println(new core.Core().add(1, 2));
    }
}
END2
javac -d core/target/classes src/core/Core.java
javac -cp core/target/classes -d web/target/classes src/web/Web.java

run ccinstr instrument --jdk none --classpath '' -o new core/target/classes web/target/classes
is "$status" 0 'two folders of one name; and a class path may be empty' || diag err
is "$(cd new && echo */target/classes/*/*.class)" \
    'core/target/classes/core/Core.class web/target/classes/web/Web.class' \
    'each has the folders above that tell them apart'
run java -Dccinstr.data=data/ -cp new/core/target/classes:new/web/target/classes web.Web
is "$status $(cat out)" '0 3' 'they run'
run ccinstr report new/ccinstr.plan data --json report.json
like out '^core/target/classes,web/target/classes$' 'a report calls them so'
is "$(jq -r '.figures.chains.covered, .plans[0].runs[0].clean' report.json | xargs)" '5 true' \
    'chains lead from one to the other'
cp -r new first
run ccinstr instrument --jdk none --classpath '' -o new core/target/classes web/target/classes
like err '^new: nothing has changed \(1 warning when it was made: --force\)$' 'and again'

# The same from elsewhere, however it is spelt.
mkdir elsewhere
cp -r core web elsewhere
run ccinstr instrument --jdk none --classpath '' -o elsewhere/new \
    "$scratch/elsewhere/core/target/classes/" elsewhere/web/../web/target/./classes
is "$status" 0 'from elsewhere' || diag err
is "$(diff -r -x .ccinstr-made first elsewhere/new)" '' 'the same bytes'
(cd core && mkdir more && mkdir more/target && cp -r target/classes more/target &&
    "$CCINSTR" instrument -q --jdk none -o ../three target/classes more/target/classes \
        ../web/target/classes) 2>err
is "$(cd three && find . -name Core.class -o -name Web.class | sort | xargs)" \
    './core/target/classes/core/Core.class ./more/target/classes/core/Core.class ./web/target/classes/web/Web.class' \
    'three, from a folder among them' || diag err

# No more than it takes, and nothing that is not needed.
mkdir other
cp -r core/target/classes other/others
run ccinstr instrument --probes nop -o one core/target/classes other/others
is "$(cd one && echo *)" 'classes others' 'names that differ stay as they are'

# Links keep their names; what is missing clashes with nothing.
mkdir -p far/away linked
cp -r core/target/classes far/away
ln -s ../far/away linked/core
cp -r web/target linked/web
(cd linked && "$CCINSTR" instrument -q --jdk none -o out core/classes web/classes) 2>err
is "$(cd linked/out && echo */classes)" 'core/classes web/classes' 'links' || diag err
run ccinstr instrument --jdk none -o bad core/target/classes web/target/classes none/target/classes
is "$status $(grep -c 'another input' err)" '3 0' 'one is missing' || diag err
rm -rf bad

# Two that nothing tells apart, and jars, which name one another by their names.
run ccinstr instrument --jdk none -o bad core/target/classes core/../core/target/classes
is "$status" 2 'twice the same folder'
like err 'core/target/classes: another input has the same name' 'is refused'
mkdir a b
jar --create --file a/x.jar -C core/target/classes .
jar --create --file b/x.jar -C web/target/classes .
run ccinstr instrument --jdk none -o bad a/x.jar b/x.jar
is "$status $([ -e bad ]; echo $?)" '2 1' 'jars of one name'
# One would lie in the other.
run ccinstr instrument --jdk none -o bad core/target/classes web/target/classes core
is "$status" 2 'an output in another one'
like err 'web/target/classes and|one would lie in the other' 'is refused as well'

# Reports of several plans that are called alike.
for part in core web; do
    run ccinstr instrument -q --jdk none --classpath core/target/classes -o "$part/new" \
        "$part/target/classes"
done
run ccinstr report core/new/ccinstr.plan web/new/ccinstr.plan
is "$(head -n 3 out | grep plan)" 'plan0: classes (core)
plan1: classes (web)' 'say which is which'
run ccinstr report core/new/ccinstr.plan
is "$(head -n 1 out)" classes 'where there is need to'

# Names that are no words, as compilers of other languages make them: a blank, a backslash.
mkdir -p odd/src
cat >odd/src/Main.java <<'END2'
package p;

interface Shape {
    int area();
}

class Sq_A implements Shape {
    public int area() {
        return he_p();
    }

    int he_p() {
        return 1;
    }
}

class Sq_B implements Shape {
    public int area() {
        return 2;
    }
}

public class Main {
    static int sum(Shape s) {
        return s.area();
    }

    public static void main(String[] args) {
        System.out.println(sum(new Sq_A()) + sum(new Sq_B()));
    }
}
END2
javac -g -d odd/classes odd/src/Main.java
for class in odd/classes/p/*.class; do
    sed 's/Sq_A/Sq A/g; s/Sq_B/Sq\\B/g; s/he_p/he p/g' "$class" >patched
    rm "$class"
    cp patched "$(echo "$class" | sed 's/Sq_A/Sq A/; s/Sq_B/Sq\\B/')"
done
run ccinstr instrument --main p.Main -o odd/new odd/classes
is "$status" 0 'classes with odd names'
run java -Dccinstr.data=odd/data/ -cp odd/new/classes p.Main
is "$status $(cat out err)" '0 3' 'run'
run ccinstr report odd/new/ccinstr.plan odd/data/*.ccd
like out '^  by method *7 of *7 ' 'all methods are in a chain that is covered'
like out '^receiver classes *2 of *2' 'two receivers'
unlike out 'not predicted' 'nothing is unpredicted'

# No name moves the cursor of a terminal.
odd=$(printf 'odd\033[31m')
mkdir -p "$odd/in"
cp -r core/target/classes "$odd/in"
run ccinstr instrument --jdk none -o "$odd/one" "$odd/in/classes"
cp err said
run ccinstr instrument --jdk none -o "$odd/one" "$odd/in/classes"
run ccinstr report "$odd/one/ccinstr.plan" web/new/ccinstr.plan
cat out err >>said
like said '^odd\\x1b\[31m/in/classes: 1 class' 'a name with control characters is told'
like said '^plan0: classes \(odd\\x1b\[31m/one\)$' 'so is a path'
is "$(tr -d '\n\011\040-\176' <said | wc -c)" 0 'without them'
done_testing
