#!/bin/sh
# SPDX-License-Identifier: MIT
# t4020-forest-reference.t - the chains of small components, and of parts of real ones,
# against those of tests/tools/treebuilder, which makes every node of every tree by itself:
# by all rules, for both recursion modes. Of filters each package has every one, with both
# recursion modes, with and without guards, but not each of the four ways to have them:
# that is FOREST_RULES=all (make check-forest).
#
# tests/fixtures/fragment/, tests/fixtures/forest/ PACKAGE/: the components; their library/
# is analysed in place of a JDK.
. "${srcdir:-.}/tests/lib.sh"
need javac
home=$(home_of javac)
fixtures=$srcdir/tests/fixtures
trees=$builddir/tests/tools/treebuilder
old='station format callback arrays thrown casts fields ports tasks'
new='recursion makers lambdas hooks receivers guards clients levels unknown'

mkdir library classes
pass_if 'the library compiles' javac -g -nowarn -Xlint:none -d library \
    --patch-module java.base="$fixtures/fragment/library:$fixtures/forest/library" \
    $(find "$fixtures/fragment/library" "$fixtures/forest/library" -name '*.java')
pass_if 'the examples compile' javac -g --release 17 -d classes \
    --patch-module java.base=library \
    $(for package in $old; do echo "$fixtures/fragment/$package"/*.java; done) \
    $(for package in $new far; do echo "$fixtures/forest/$package"/*.java; done)
for package in $old $new far; do
    mkdir $package
    mv classes/$package $package
done
rm hooks/hooks/Gone.class
# unknown/: a library that calls what is nowhere to be found.
mv unknown/unknown/Middle.class library
mkdir -p library/unknown
mv library/Middle.class library/unknown
rm unknown/unknown/Missing.class

# differs OPTION... COMPONENT: how the program and the reference differ; and the plan from
# the classes that it was made of. What --stats says of chains is their number.
differs() {
    "$CCINSTR" forest "$@" --plan-out plan --format tsv --limit 0 >got 2>err ||
        echo "forest $*: status $?"
    "$trees" forest "$@" >wanted 2>counts || echo "treebuilder $*: status $?"
    cmp -s got wanted || {
        echo "forest $*:"
        diff got wanted | head -n 6
    }
    "$CCINSTR" forest plan --format tsv --limit 0 >again 2>&1
    cmp -s got again || echo "forest $*: not the chains of its plan"
    "$CCINSTR" forest plan --stats | grep -E '^(chains(_by_(site|method))?|back_edges)'"$tab" >stats
    cmp -s stats counts || {
        echo "forest $*:"
        diff stats counts
    }
}

# Filters about what the chains in the file `got` have: patterns that leave out; chains to
# be kept, and what goes on from one to be left out; chains to be left out, on any receiver;
# patterns that say what is wanted; nothing that there is.
make_filters() {
    awk -F'\t' '
        NR > 1 { n++; entry[n] = $1; len[n] = $3; chain[n] = $4 }
        # The first line from some part of them on that has so many steps, or nearly.
        function at(part, least,   i) {
            for (; least > 0; least--) {
                for (i = int(n * part) + 1; i <= n; i++) if (len[i] >= least) return i
                for (i = 1; i <= n; i++) if (len[i] >= least) return i
            }
            exit 1
        }
        function steps(i, count,   k, w, text) {
            split(chain[i], w, " ")
            for (k = 1; k <= 3 * count; k++) text = text " " w[k]
            return entry[i] text
        }
        function loose(i, count,   k, w, text) {
            split(chain[i], w, " ")
            for (k = 1; k <= count; k++) text = text " - - " w[3 * k]
            return entry[i] text
        }
        function word(i, k,   w) { split(chain[i], w, " "); return w[k] }
        function class(method) { sub(/\..*/, "", method); gsub("/", ".", method); return method }
        END {
            a = at(0.2, 1); b = at(0.5, 2); c = at(0.8, 3)
            print "entry !" entry[a] > "filter1"
            print "# a remark" > "filter1"
            print "target !" word(b, 3 * len[b]) > "filter1"
            print "site   !" entry[c] "@" word(c, 1) > "filter1"
            print "site !" class(word(c, 3)) "#?" substr(word(c, 3), index(word(c, 3), ".") + 2, 2) "*" > "filter1"
            print "target **" > "filter4"
            print "target !" class(word(b, 3)) > "filter4"
            print "target " word(b, 3) > "filter4"
            print "entry " class(entry[b]) "#*" > "filter4"
            print "chain !" steps(b, 2) > "filter4"

            print "chain " steps(b, len[b] > 2 ? 2 : 1) > "filter2"
            print "chain !" steps(b, len[b]) > "filter2"
            print "\tchain   " entry[a] > "filter2"
            print "chain !" steps(a, 1) > "filter2"
            print "chain " loose(c, len[c]) > "filter2"

            print "chain !" loose(c, 1) > "filter3"
            print "chain " loose(c, len[c] > 2 ? 3 : len[c]) > "filter3"
            print "chain !" steps(c, len[c]) > "filter3"
            print "chain !" entry[a] > "filter3"
            print "chain " steps(b, 1) > "filter3"
            print "chain !" loose(b, 1) > "filter3"

            print "chain " entry[a] " 0 - " entry[a] "no" > "filter5"
            print "chain !" entry[a] > "filter5"
        }' got
}

# all_rules NAME OPTION... COMPONENT: every recursion mode, with and without guards.
all_rules() {
    all_name=$1
    shift
    for recursion in unroll backedge; do
        for feasibility in guards none; do
            differs --recursion $recursion --feasibility $feasibility "$@"
        done
    done >log
    is "$(cat log)" '' "$all_name"
}

# two_rules PARITY NAME OPTION... COMPONENT: each mode once, and guards once; those that
# are left for the other parity.
two_rules() {
    two_parity=$1
    shift
    if [ "${FOREST_RULES:-}" = all ]; then
        all_rules "$@"
        return
    fi
    all_name=$1
    shift
    case $two_parity in
    0) set -- guards none "$@" ;;
    *) set -- none guards "$@" ;;
    esac
    two_unrolled=$1 two_back=$2
    shift 2
    {
        differs --recursion unroll --feasibility "$two_unrolled" "$@"
        differs --recursion backedge --feasibility "$two_back" "$@"
    } >log
    is "$(cat log)" '' "$all_name"
}

small='--jdk none --classpath library'
parity=0

for package in $old $new; do
    for mode in --depth=2 --depth=4 --depth=6 --levels=0,1,2 --from-main=5; do
        all_rules "$package $mode" $small $mode $package
    done
    "$CCINSTR" forest $small --feasibility none --format tsv --limit 0 $package >got 2>err
    make_filters || continue
    case " $old " in
        *" $package "*) modes=--depth=4 ;;
        *) modes='--depth=4 --levels=1 --from-main=4' ;;
    esac
    for filter in filter1 filter2 filter3 filter4 filter5; do
        for mode in $modes; do
            parity=$((1 - parity))
            two_rules $parity "$package $filter $mode" $small --chains $filter $mode $package
        done
    done
    rm filter*
done

# --- Clients with subclasses -------------------------------------------------------

for package in $new; do
    for mode in --depth=4 --levels=2 --from-main=3; do
        all_rules "$package --open $mode" $small --open $mode $package
    done
done

# --- Sites that are spared -----------------------------------------------------------

for package in $old $new; do
    for how in '' --open; do
        "$CCINSTR" forest $small $how --plan-out plan $package >got 2>err
        "$CCINSTR" forest plan --tables |
            sed -n 's/^site [0-9]* method=[0-9]*(\(.*\)) pc=\([0-9]*\) .* flags=\([^ ]*\) spared=\([a-z]*\).*/\1\t\2\t,\3,\t\4/p' |
            awk -F'\t' -v OFS='\t' '{ $3 = $3 ~ /,back,/ ? "back" : "-"; print }' >got
        "$trees" forest $small $how --tables $package >wanted 2>err
        same got wanted "$package $how: sites that are spared"
    done
done

# --- Far from main ---------------------------------------------------------------------

mkdir far_library
mv far/far/Far*.class .
mkdir -p far_library/far
mv Far*.class far_library/far
far="--jdk none --classpath library:far_library --from-main=36 --main far.Main far"
differs $far >log
is "$(cat log)" '' 'levels up to 15+'
like got "^far/Early.<clinit>[^ ]*${tab}15\+${tab}0" 'an initialiser at the top level'

# --- Coarser chains, and plans -----------------------------------------------------

rm -f plan again
for package in $new; do
    for how in --recursion=unroll --recursion=backedge --levels=0,1; do
        # Same words, same bytes, wherever the classes are.
        "$CCINSTR" forest $small $how --plan-out plan --stats $package >stats 2>err
        mkdir there
        cp -r $package library there
        (cd there && "$CCINSTR" forest $small $how --plan-out ../again --stats $package) >again.stats 2>err
        rm -r there
        same again plan "$package $how: the same plan in another folder"
        same again.stats stats "$package $how: the same figures"
        for grain in site method; do
            "$trees" forest $small $how --granularity $grain $package >wanted 2>counts
            "$CCINSTR" forest plan --granularity $grain --format tsv --limit 0 >got
            same got wanted "$package $how: by $grain"
        done
    done
done
done_testing
