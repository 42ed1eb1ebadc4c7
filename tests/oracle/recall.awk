# SPDX-License-Identifier: MIT
# recall.awk - how many of the edges that were seen into a program's own classes a graph
# has, and behind which sites the others lie (README.md, "Recall without roots").
#
#     awk -v program=NAME -v missing=FILE [-v gaps=FILE] -f recall.awk JDK COMPONENT WITH WITHOUT
#
# JDK and COMPONENT are names of classes, a line each; WITH and WITHOUT what `check
# marks` said of a graph with the roots and of one without them. Prints the row of the
# table, and writes to FILE what is missing: for each site
#
#     site   program how caller offset lost direct gap|none
#     entry  program how caller offset callee reached|absent|behind
#
# A site is where code that the graph has does what the graph does not know: calls
# reflection or native code, or makes a class run its initialiser. `direct` is the number of
# edges of the component that are missing there, `lost` that of all that are missing
# because of it. Each is laid to one site, the nearest, which is a gap if GAPS, the methods
# and offsets of what the graph calls gaps, has it or the native method that it calls. What
# is entered at a site is in the graph all the same (reached), or not (absent). Behind are
# entries at sites that the graph without roots does not come to, and which one with the
# roots does not know either.

function class_of(method) {
    return substr(method, 1, index(method, ".") - 1)
}

function is_made(method, klass) {
    klass = class_of(method)
    return klass != "" && substr(klass, 1, 1) != "[" && !(klass in jdk) && !(klass in component)
}

function is_entry(how) {
    return how ~ /^(from|reflect|native|upcall|vm)$/
}

# Whether the graph has line i of a run. What is entered from reflection counts if it has
# the edge at its origin, or at the frame of reflection itself.
function is_found(i, m) {
    if (how[i] == "vm")
        return entered[m, i]
    if (how[i] == "upcall")
        return callee_in[m, i]
    if (how[i] == "from")
        return has[m, i] || by_way[m, way[i] SUBSEP callee[i]]
    if (is_entry(how[i]))
        return has[m, i] || entered[m, i]
    return has[m, i]
}

BEGIN {
    while (gaps != "" && (getline line <gaps) > 0)
        is_gap[line]
}
FNR == 1 { file++ }
file == 1 { jdk[$0]; next }
file == 2 { if (!($0 in jdk)) component[$0]; next }
file == 3 { m = 1; i = ++n[1] }
file == 4 { m = 2; i = ++n[2]; if (i == 1) n_proxies = 0 }
{
    split($0, f, "\t")
    has[m, i] = f[1]; caller_in[m, i] = f[2] || f[5] == "<vm>"
    callee_in[m, i] = f[3]; entered[m, i] = f[4]
    caller[i] = f[5]; offset[i] = f[6]; callee[i] = f[7]; receiver[i] = f[8]; how[i] = f[9]
    # A line that has an origin is counted there.
    is_way[i] = (f[9] == "reflect" || f[9] == "native") && f[10] != "-" && f[10] != ""
    if (is_way[i] && f[1]) by_way[m, f[5] "\t" f[6] SUBSEP f[7]] = 1
    if (f[9] == "from") { way[i] = f[11] "\t" f[12]; shown_how[i] = f[10] }
    else shown_how[i] = f[9]
    # Native code that has a loader load a class does what the JVM does where it links one.
    if (f[9] == "from" && f[10] == "native" && f[7] ~ /\.loadClass:\(Ljava\/lang\/String;\)/)
        how[i] = "upcall"
    if (f[7] ~ /^java\/lang\/ClassLoader\.defineClass[12]:/) definer = f[7]
    if (f[9] == "from" && f[7] ~ /^java\/lang\/reflect\/Proxy\.<init>:/) proxies[++n_proxies] = i
    if (f[7] ~ /\.<init>:/) makes[f[5] SUBSEP class_of(f[7])]
    if (f[8] ~ /^(-$|lambda:|proxy:)/ || !is_made(f[8] ".")) usual[key_of(i)]
}

# An edge of classes that were made at run time, or of their objects only.
function is_of_made(i) {
    return is_made(callee[i]) || is_made(caller[i]) || !(key_of(i) in usual)
}

function key_of(i) {
    return caller[i] SUBSEP offset[i] SUBSEP callee[i]
}

# The site of line i as a text. What is entered through classes that were made at run time
# is hidden by what defined these.
function site(i) {
    if (!is_entry(how[i]) && is_of_made(i)) return "made\t" definer "\t-1"
    return shown_how[i] "\t" caller[i] "\t" offset[i]
}

# From the methods of the queue to all that follow, and what they make: objects of classes,
# lambdas. A lambda is made by the method that its own is named for.
function spread(k, i, list, c, name) {
    for (; at <= n_queue; at++) {
        name = queue[at]
        c = split(followers[name], list, " ")
        for (k = 1; k <= c; k++)
            begin_at(list[k], cause[name])
        if (index(name, ".<init>:") && !(class_of(name) in maker))
            maker[class_of(name)] = cause[name]
        if (!((name = substr(name, 1, index(name, ":") - 1)) in maker))
            maker[name] = cause[queue[at]]
    }
}

function begin_at(i, why) {
    if (!(callee[i] in cause)) {
        cause[callee[i]] = why
        queue[++n_queue] = callee[i]
        n_begun++
    }
}

# What makes the receiver of a call, as a key of maker.
function made_by(i, name) {
    name = receiver[i]
    if (name !~ /^(-$|proxy:|lambda:)/) return name
    sub(/^lambda:/, "", name)
    if (name !~ /\.lambda\$/) return class_of(callee[i])
    sub(/:.*/, "", name)
    sub(/\$[0-9]*$/, "", name)
    sub(/lambda\$new$/, "lambda$<init>", name)
    sub(/lambda\$static$/, "lambda$<clinit>", name)
    sub(/lambda\$/, "", name)
    return name
}

# The line that made the proxy whose handler is entered: what called reflection there makes
# an object of the handler's class, or is a method of it. 0 if there is none.
function proxy_of(i, k, handler) {
    handler = class_of(callee[i])
    for (k = 1; k <= n_proxies; k++)
        if (class_of(caller[proxies[k]]) == handler || (caller[proxies[k]] SUBSEP handler) in makes)
            return proxies[k]
    return 0
}

# Why a call that the graph has lacks a target: its receiver is made only where the graph
# does not come to, or of classes that it does not know, or else the call itself.
function why_call(i, by) {
    if (how[i] == "proxy" && (by = proxy_of(i)))
        return caller_in[2, by] ? site(by) : cause[caller[by]]
    by = made_by(i)
    return by in maker ? maker[by] : site(i)
}

function is_begin(i) {
    return how[i] == "init" || is_entry(how[i]) || is_of_made(i)
}

# First what reflection and the like hide, then calls on what is made there, and in the end
# the rest.
function find_causes(i) {
    at = 1
    for (i = 1; i <= n[2]; i++)
        if (!is_way[i] && !callee_in[2, i]) {
            followers[caller[i]] = followers[caller[i]] " " i
            if (caller_in[2, i]) open[++n_open] = i
        }
    for (i = 1; i <= n_open; i++)
        if (is_begin(open[i])) begin_at(open[i], site(open[i]))
    do {
        spread()
        n_begun = 0
        for (i = 1; i <= n_open; i++)
            if (made_by(open[i]) in maker) begin_at(open[i], maker[made_by(open[i])])
    } while (n_begun)
    for (i = 1; i <= n_open; i++) {
        begin_at(open[i], why_call(open[i]))
        spread()
    }
}

function list_entry(i, where) {
    print "entry\t" program "\t" site(i) "\t" callee[i] "\t" where >missing
}

function lay(i, why) {
    if (!caller_in[2, i])
        why = caller[i] in cause ? cause[caller[i]] : "?\t(it ran when recording began)\t-1"
    else if (is_begin(i))
        why = site(i)
    else
        why = !callee_in[2, i] ? cause[callee[i]] : why_call(i)
    lost[why]++
    if (how[i] == "from" && (way[i] in is_gap) && why == site(i)) by_gap[why]
    if (why == site(i)) {
        direct[why]++
        list_entry(i, callee_in[2, i] ? "reached" : "absent")
    }
}

function percent(part, all) {
    return all ? sprintf("%.2f", 100 * part / all) : "-"
}

END {
    find_causes()
    for (i = 1; i <= n[2]; i++) {
        key = key_of(i)
        if (is_way[i] || key in seen || class_of(callee[i]) in jdk) continue
        seen[key]
        if (is_of_made(i)) { made++; continue }
        edges++
        without = is_found(i, 2)
        n_with += is_entry(how[i]) ? callee_in[1, i] : has[1, i]
        n_without += without
        if (is_entry(how[i]) && how[i] != "vm") {
            entries++
            n_entries += without
            n_at_sites += is_found(i, 1)
            if (!is_found(i, 1) && !without && !caller_in[2, i]) list_entry(i, "behind")
        }
        if (!(callee[i] in methods)) { methods[callee[i]]; n_methods++; n_in += callee_in[2, i] }
        if (!without) lay(i)
    }
    for (why in lost) {
        frame = why
        sub(/^[^\t]*\t/, "", frame)
        known = frame in is_gap || why in by_gap
        if (gaps != "" && !known) silent += lost[why]
        print "site\t" program "\t" why "\t" lost[why] "\t" direct[why] + 0 \
            (gaps == "" ? "" : "\t" (known ? "gap" : "none")) >missing
    }
    printf "%s\t%d\t%s\t%s\t%d\t%d\t%s\t%s\t%d\t%s\t%d", program, edges,
        percent(n_with, edges), percent(n_without, edges), edges - n_without, entries,
        percent(n_entries, entries), percent(n_at_sites, entries), n_methods,
        percent(n_in, n_methods), made
    print gaps == "" ? "" : "\t" silent + 0
}
