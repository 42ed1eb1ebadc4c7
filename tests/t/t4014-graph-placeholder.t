#!/bin/sh
# SPDX-License-Identifier: MIT
# t4014-graph-placeholder.t - what the placeholder main of a component can do:
# make, call, read, write, convert, catch; objects that clients bring along.
. "${srcdir:-.}/tests/lib.sh"
need javac

home=$(home_of javac)

mkdir src
cat >src/Lib.java <<'END'
package lib;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

public class Lib implements Base {
    public Shape drawn;
    public Shape[] all;
    public final Shape own = new Square();
    public static Shape last;
    Object seen;

    public void draw() { drawn.paint(); }
    public void drawOwn() { own.paint(); }
    public void drawAll() { all[0].paint(); }
    public static void drawLast() { last.paint(); }
    public void drawEach(List<Shape> list) { for (Shape s : list) s.paint(); }
    public void drawInner() { new Circle().paint(); }
    public void take(Object o) { seen = o; }
    public void tell() { ((Told) seen).tell(); }
    public Object hide() { return new Hidden(); }
    public int read(InputStream in) throws IOException { return in.read(new byte[9]); }
    public String where(Locale locale) { return locale.getCountry(); }
    public String when(Thread.State state) { return state.name(); }
    public Object bytes(byte[] b) { return b.clone(); }
    public void fail() { throw new Fault(); }
    public int look(Throwable t) { return ((Fault) t).code(); }
    public void run(Runnable r) { r.run(); }
    public void visit(Visitor v) { v.see(new Seen()); }
    public void give(ArrayList<Object> list) { list.add(new Given()); }
    public void unused(Given g) { g.use(); }
    public void never(Never n) { n.use(); }
    protected void guarded() { }
    void ofPackage() { }
}

interface Base { Object MARK = new Marked(); }
class Marked { Marked() { } }
interface Told { void tell(); }
class Square extends Shape { @Override public void paint() { } }
class Circle extends Shape { @Override public void paint() { } }
class Hidden implements Told { public void tell() { } }
class Fault extends RuntimeException { int code() { return 1; } }
class Seen { @Override public int hashCode() { return 2; } }
END
cat >src/Shape.java <<'END'
package lib;
public abstract class Shape { public abstract void paint(); }
END
cat >src/Disc.java <<'END'
package lib;
public class Disc extends Shape { @Override public void paint() { } }
END
cat >src/Visitor.java <<'END'
package lib;
public interface Visitor { void see(Object o); }
END
cat >src/Given.java <<'END'
package lib;
public class Given { Given() { } void use() { } }
END
cat >src/Never.java <<'END'
package lib;
public class Never { private Never() { } void use() { } }
END
javac -d lib src/*.java || exit 1

# graph OPTION...: nothing here is about reflection, which costs twice as much again.
graph() {
    "$CCINSTR" graph --jdk "$home" --interface-level public --dynamic off "$@"
}

# What the component calls, and what the placeholder calls of it; all of CHA's lines are
# six gigabytes.
for analysis in cha rta 0cfa and; do
    graph --analysis $analysis --from 'lib.**' lib >from 2>err
    is "$?" 0 "$analysis" || diag err
    graph --analysis $analysis --to 'lib.**' --to java.io.InputStream lib >to 2>err
    is "$?" 0 "$analysis, of the placeholder" || diag err
    grep '^<main>' to | sort - from >$analysis
done
is "$(comm -23 and 0cfa | head -n 20)" '' 'and is within 0cfa'
is "$(comm -23 0cfa rta | head -n 20)" '' '0cfa is within rta'
is "$(comm -23 rta cha | head -n 20)" '' 'rta is within cha'

# seen ANALYSIS METHOD CALLED: the receivers of METHOD's calls of CALLED.
seen() {
    awk -F'\t' -v from="$2" -v to="$3" '
        index($1 ":", from ":") == 1 && $6 ~ to { print $5 }' "$1" | sort -u | tr '\n' ' '
}
for analysis in 0cfa and; do
    is "$(seen $analysis lib/Lib.draw paint)" 'lib/Disc lib/Square ' \
        "$analysis: fields are written, with what a final field gave"
    is "$(seen $analysis lib/Lib.drawOwn paint)" 'lib/Square ' "$analysis: but not final ones"
    is "$(seen $analysis lib/Lib.drawAll paint)" 'lib/Disc lib/Square ' "$analysis: elements"
    is "$(seen $analysis lib/Lib.drawLast paint)" 'lib/Disc lib/Square ' "$analysis: static fields"
    is "$(seen $analysis lib/Lib.drawEach paint)" 'lib/Disc lib/Square ' \
        "$analysis: what comes back from objects of clients"
    is "$(seen $analysis lib/Lib.drawInner paint)" 'lib/Circle ' "$analysis: not what stays inside"
    is "$(seen $analysis lib/Lib.tell tell)" 'lib/Hidden ' "$analysis: results are passed on"
    is "$(seen $analysis lib/Lib.look code)" 'lib/Fault ' "$analysis: exceptions are caught"
    is "$(seen $analysis lib/Lib.unused use)" 'lib/Given ' "$analysis: what is passed to objects of clients"
    is "$(seen $analysis lib/Lib.never use)" '' "$analysis: what nobody can make"
    is "$(seen $analysis lib/Lib.where getCountry)" 'java/util/Locale ' "$analysis: final classes"
    is "$(seen $analysis lib/Lib.when name)" 'java/lang/Thread$State ' "$analysis: enums"
    is "$(seen $analysis lib/Lib.bytes clone)" '[B ' "$analysis: arrays of primitives"
done
for analysis in cha rta 0cfa and; do
    seen $analysis lib/Lib.read 'InputStream.read:' >reads
    like reads 'client:java/io/InputStream ' "$analysis: a method that a client's class inherits"
    is "$(seen $analysis '<main>' 'InputStream.<init>:')" 'java/io/InputStream ' \
        "$analysis: the constructor that it calls"
    like $analysis '^lib/Base.<clinit>.*lib/Marked.<init>' \
        "$analysis: a field of an interface above is read"
    is "$(awk -F'\t' '$1 == "<main>" && $6 ~ /^lib/ { print $6 }' $analysis |
        sed 's/:.*//' | sort -u | grep 'guarded\|ofPackage\|Hidden\|Given')" '' \
        "$analysis: what is not public is not called"
    is "$(awk -F'\t' '$1 == "<main>" && $6 ~ /^lib\/Lib\.[a-z]/' $analysis | cut -f 6 | sort -u | wc -l)" 20 \
        "$analysis: what is public is called"
done
is "$(seen rta lib/Lib.drawAll paint)" 'lib/Circle lib/Disc lib/Square ' 'rta: whatever is made'

# --- How it goes on ---------------------------------------------------------------

# It is told once a second, so the analysis has to take some.
jar=${CCINSTR_JARS:-/usr/share/java}/guava.jar
if [ ! -f "$jar" ]; then
    skip 'progress' "no $jar"
elif ! command -v script >/dev/null; then
    skip 'progress' 'no script(1)'
else
    script -qec "'$CCINSTR' graph --jdk '$home' --interface-level public --dynamic off --analysis and --stats '$jar' >stats" \
        /dev/null >terminal </dev/null
    echo >>terminal
    like terminal 'ccinstr: [0-9]* methods, [0-9]* objects' 'progress on a terminal'
    like stats '^points_to' 'which does not get into the results'
    graph --analysis and --stats "$jar" 2>err >/dev/null
    is "$(cat err)" '' 'none elsewhere'
fi
done_testing
