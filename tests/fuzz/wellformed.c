// SPDX-License-Identifier: MIT
// wellformed.c - is a text what its reader wants?
#include "tests/fuzz/wellformed.h"

#include "analysis/base/types.h"

struct reader {
    struct str s;
    size_t at;
    const char *bad;  // the first fault
};

enum { DEPTH = 256 };

static bool fail(struct reader *r, const char *what) {
    r->bad = r->bad ? r->bad : what;
    return false;
}

static int peek(const struct reader *r) {
    return r->at < r->s.n ? (u1)r->s.p[r->at] : -1;
}

static bool is_next(const struct reader *r, const char *word) {
    struct str rest = {r->s.p + r->at, r->s.n - r->at};
    return str_starts(rest, str_of(word));
}

static bool accept(struct reader *r, const char *word) {
    bool is = is_next(r, word);
    r->at += is ? strlen(word) : 0;
    return is;
}

static bool expect(struct reader *r, const char *word, const char *what) {
    return accept(r, word) || fail(r, what);
}

// Behind the next place of that word.
static bool skip_behind(struct reader *r, const char *word, const char *what) {
    while (r->at < r->s.n && !is_next(r, word)) {
        r->at++;
    }
    return expect(r, word, what);
}

static const char *result(const struct reader *r, size_t *at) {
    *at = r->at;
    return r->bad;
}

static bool is_space(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct reader *r) {
    while (is_space(peek(r))) {
        r->at++;
    }
}

// ---- characters --------------------------------------------------------------

// The next one; 0 is none, as all texts here have it.
static u4 next_char(struct reader *r) {
    static const u4 least[] = {1, 0x80, 0x800, 0x10000};
    u1 c = (u1)r->s.p[r->at];
    u4 more = c < 0x80 ? 0 : c < 0xC0 ? 9 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    if (more == 9 || c > 0xF4 || r->at + more >= r->s.n) {
        fail(r, "no UTF-8");
        return 0;
    }
    u4 v = more ? c & (0x3Fu >> more) : c;
    for (u4 i = 1; i <= more; i++) {
        u1 b = (u1)r->s.p[r->at + i];
        if ((b & 0xC0) != 0x80) {
            fail(r, "no UTF-8");
            return 0;
        }
        v = v << 6 | (b & 0x3F);
    }
    if (v < least[more] || v > 0x10FFFF || (v >= 0xD800 && v < 0xE000)) {
        fail(r, "no character");
        return 0;
    }
    r->at += more + 1;
    return v;
}

// What must not be written as it is: it would move the cursor, end a line, or turn the
// text round. By Unicode: Cc, Zl, Zp, and what has Bidi_Control.
static bool is_odd(u4 c) {
    static const u4 range[][2] = {
        {0x0000, 0x001F}, {0x007F, 0x009F}, {0x061C, 0x061C}, {0x200E, 0x200F},
        {0x2028, 0x2029}, {0x202A, 0x202E}, {0x2066, 0x2069},
    };
    bool odd = false;
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        odd = odd || (c >= range[i][0] && c <= range[i][1]);
    }
    return odd;
}

// From here to the end; of the odd ones only those, which are below 0x80.
static bool check_chars(struct reader *r, const char *but) {
    size_t from = r->at;
    while (r->at < r->s.n && !r->bad) {
        size_t at = r->at;
        u4 c = next_char(r);
        if (!r->bad && is_odd(c) &&
            (c >= 0x80 || c == 0 || !strchr(but, (int)c))) {
            r->at = at;
            return fail(r, "a character that must not be shown");
        }
    }
    r->at = r->bad ? r->at : from;
    return !r->bad;
}

const char *wellformed_text(struct str s, size_t *at) {
    struct reader r = {.s = s};
    if (check_chars(&r, "\t\n")) {
        r.at = s.n;
    }
    return result(&r, at);
}

const char *wellformed_rows(struct str s, size_t *at) {
    struct reader r = {.s = s};
    if (check_chars(&r, "\t\n")) {
        r.at = s.n;
        if (s.n && s.p[s.n - 1] != '\n') {
            fail(&r, "a line that does not end");
        }
    }
    return result(&r, at);
}

// ---- JSON --------------------------------------------------------------------

static bool json_escape(struct reader *r) {
    int c = peek(r);
    r->at++;
    if (c == 'u') {
        for (u4 i = 0; i < 4; i++, r->at++) {
            int d = peek(r);
            if (!((d >= '0' && d <= '9') || (d >= 'a' && d <= 'f') ||
                  (d >= 'A' && d <= 'F'))) {
                return fail(r, "no hexadecimal digit");
            }
        }
        return true;
    }
    return (c > 0 && strchr("\"\\/bfnrt", c)) || fail(r, "no escape");
}

static bool json_string(struct reader *r) {
    if (!expect(r, "\"", "no string")) {
        return false;
    }
    while (peek(r) >= 0 && !r->bad) {
        if (accept(r, "\"")) {
            return true;
        }
        if (accept(r, "\\")) {
            json_escape(r);
        } else if (is_odd(next_char(r))) {
            fail(r, "a character that must not be shown");
        }
    }
    return fail(r, "a string that does not end");
}

static u4 digits(struct reader *r) {
    u4 n = 0;
    for (; peek(r) >= '0' && peek(r) <= '9'; n++) {
        r->at++;
    }
    return n;
}

static bool json_number(struct reader *r) {
    accept(r, "-");
    if (!accept(r, "0") && digits(r) == 0) {
        return fail(r, "no value");
    }
    if (accept(r, ".") && digits(r) == 0) {
        return fail(r, "no digits");
    }
    if (accept(r, "e") || accept(r, "E")) {
        if (!accept(r, "+")) {
            accept(r, "-");
        }
        return digits(r) || fail(r, "no digits");
    }
    return true;
}

static bool json_scalar(struct reader *r) {
    if (peek(r) == '"') {
        return json_string(r);
    }
    return accept(r, "true") || accept(r, "false") || accept(r, "null") ||
           json_number(r);
}

// A key, where one is wanted.
static bool json_key(struct reader *r, char in) {
    skip_space(r);
    if (in != '{') {
        return true;
    }
    if (!json_string(r)) {
        return false;
    }
    skip_space(r);
    return expect(r, ":", "no colon");
}

// Behind a value: what it ends, up to where the next one begins; *depth is 0 at the
// end.
static bool json_behind(struct reader *r, const char *open, u4 *depth) {
    while (*depth) {
        skip_space(r);
        char in = open[*depth - 1];
        if (accept(r, in == '{' ? "}" : "]")) {
            --*depth;
        } else {
            return expect(r, ",", "no comma") && json_key(r, in);
        }
    }
    return true;
}

static bool json_value(struct reader *r) {
    char open[DEPTH];
    u4 depth = 0;
    do {
        skip_space(r);
        int c = peek(r);
        if (c == '{' || c == '[') {
            if (depth == DEPTH) {
                return fail(r, "too deep");
            }
            r->at++;
            skip_space(r);
            open[depth++] = (char)c;
            if (accept(r, c == '{' ? "}" : "]")) {
                depth--;
            } else if (json_key(r, (char)c)) {
                continue;
            }
        } else {
            json_scalar(r);
        }
        if (r->bad || !json_behind(r, open, &depth)) {
            return false;
        }
    } while (depth);
    return true;
}

static bool json_whole(struct reader *r) {
    json_value(r);
    skip_space(r);
    return !r->bad && (r->at == r->s.n || fail(r, "more than one value"));
}

const char *wellformed_json(struct str s, size_t *at) {
    struct reader r = {.s = s};
    json_whole(&r);
    return result(&r, at);
}

const char *wellformed_json_lines(struct str s, size_t *at) {
    const char *bad = NULL;
    for (size_t from = 0; from < s.n && !bad;) {
        const char *end = memchr(s.p + from, '\n', s.n - from);
        size_t n = end ? (size_t)(end - s.p) - from : s.n - from;
        bad = end ? wellformed_json((struct str){s.p + from, n}, at)
                  : "a line that does not end";
        *at += from;
        from += n + 1;
    }
    return bad;
}

// ---- XML and HTML -------------------------------------------------------------

struct markup {
    struct reader r;
    bool html;
    struct str open[DEPTH];
    u4 depth;
};

static bool is_name(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':';
}

static struct str name(struct reader *r) {
    size_t from = r->at;
    while (is_name(peek(r))) {
        r->at++;
    }
    if (r->at == from) {
        fail(r, "no name");
    }
    return (struct str){r->s.p + from, r->at - from};
}

static bool is_one_of(struct str s, const char *const *list) {
    for (; *list; list++) {
        if (str_eq(s, str_of(*list))) {
            return true;
        }
    }
    return false;
}

// XML 1.0, 2.2
static bool is_xml_char(u4 c) {
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xD800) ||
           (c >= 0xE000 && c <= 0x10FFFF && c != 0xFFFE && c != 0xFFFF);
}

// Of a character that there is. In a page it is shown, and so must not be odd.
static bool number(struct markup *m) {
    struct reader *r = &m->r;
    u4 base = accept(r, "x") ? 16 : 10, v = 0;
    struct str text = name(r);
    for (size_t i = 0; i < text.n && !r->bad; i++) {
        static const char digit[] = "0123456789abcdef";
        const char *is = strchr(digit, text.p[i] | 0x20);
        u4 d = is ? (u4)(is - digit) : base;
        v = v * base + d;
        if (d >= base || v > 0x10FFFF) {
            fail(r, "no number of a character");
        }
    }
    if (!r->bad && !(is_xml_char(v) && !(m->html && is_odd(v)))) {
        fail(r, "a reference to what must not be there");
    }
    return !r->bad;
}

static bool reference(struct markup *m) {
    static const char *const known[] = {"lt",   "gt",   "amp",
                                        "quot", "apos", NULL};
    struct reader *r = &m->r;
    if (accept(r, "#")) {
        return number(m) && expect(r, ";", "a reference that does not end");
    }
    struct str is = name(r);
    if (!m->html && !is_one_of(is, known)) {
        return fail(r, "an unknown reference");
    }
    return expect(r, ";", "a reference that does not end");
}

static bool attribute(struct markup *m) {
    struct reader *r = &m->r;
    name(r);
    if (!accept(r, "=")) {
        return m->html || fail(r, "an attribute without a value");
    }
    int quote = peek(r);
    if (quote != '"' && quote != '\'') {
        return fail(r, "a value without quotes");
    }
    r->at++;
    while (peek(r) != quote && !r->bad) {
        if (accept(r, "&")) {
            reference(m);
        } else if (peek(r) == '<' || peek(r) < 0) {
            fail(r, "a value that does not end");
        } else {
            r->at++;
        }
    }
    r->at++;
    return !r->bad;
}

static void end_tag(struct markup *m) {
    struct str is = name(&m->r);
    if (m->depth == 0 || !str_eq(m->open[m->depth - 1], is)) {
        fail(&m->r, "an end tag of another element");
    } else {
        m->depth--;
        expect(&m->r, ">", "an end tag that does not end");
    }
}

static void push(struct markup *m, struct str element) {
    if (m->depth == DEPTH) {
        fail(&m->r, "too deep");
    } else {
        m->open[m->depth++] = element;
    }
}

static void start_tag(struct markup *m) {
    static const char *const empty[] = {"meta", "link",  "br",  "hr",
                                        "img",  "input", "col", NULL};
    static const char *const raw[] = {"script", "style", NULL};
    struct reader *r = &m->r;
    struct str is = name(r);
    while (!r->bad && is_space(peek(r))) {
        skip_space(r);
        if (peek(r) != '>' && peek(r) != '/') {
            attribute(m);
        }
    }
    if (accept(r, "/>")) {
        return;
    }
    expect(r, ">", "a tag that does not end");
    if (m->html && is_one_of(is, empty)) {
        return;
    }
    push(m, is);
    if (m->html && is_one_of(is, raw)) {
        while (r->at < r->s.n && !is_next(r, "</")) {
            r->at++;
        }
    }
}

static void markup_next(struct markup *m) {
    struct reader *r = &m->r;
    if (accept(r, "<?")) {
        skip_behind(r, "?>", "an instruction that does not end");
    } else if (accept(r, "<!--")) {
        skip_behind(r, "-->", "a remark that does not end");
    } else if (accept(r, "<!")) {
        skip_behind(r, ">", "a declaration that does not end");
    } else if (accept(r, "</")) {
        end_tag(m);
    } else if (accept(r, "<")) {
        start_tag(m);
    } else if (accept(r, "&")) {
        reference(m);
    } else if (is_next(r, "]]>")) {
        fail(r, "the end of a section");
    } else if (m->depth == 0 && !is_space(peek(r))) {
        fail(r, "text beyond the elements");
    } else {
        r->at++;
    }
}

static bool check_xml_chars(struct reader *r) {
    while (r->at < r->s.n && !r->bad) {
        if (!is_xml_char(next_char(r))) {
            fail(r, "no character of XML");
        }
    }
    r->at = r->bad ? r->at : 0;
    return !r->bad;
}

static const char *markup(struct str s, bool html, size_t *at) {
    struct markup m = {.r = {.s = s}, .html = html};
    if (check_chars(&m.r, "\t\n")) {
        check_xml_chars(&m.r);
    }
    while (m.r.at < s.n && !m.r.bad) {
        markup_next(&m);
    }
    if (m.depth) {
        fail(&m.r, "an element that does not end");
    }
    return result(&m.r, at);
}

const char *wellformed_xml(struct str s, size_t *at) {
    return markup(s, false, at);
}

const char *wellformed_html(struct str s, size_t *at) {
    return markup(s, true, at);
}

// ---- CSV ---------------------------------------------------------------------

static void field(struct reader *r) {
    // A reader of tables would compute it, in quotes or not; a sign alone is none.
    size_t first = r->at + (peek(r) == '"');
    if (first + 1 < r->s.n && strchr("=+-@", r->s.p[first]) &&
        !strchr(",\n\"", r->s.p[first + 1])) {
        fail(r, "a formula");
    }
    if (!accept(r, "\"")) {
        for (int c = peek(r); c >= 0 && c != ',' && c != '\n' && c != '"';) {
            r->at++;
            c = peek(r);
        }
        return;
    }
    do {
        skip_behind(r, "\"", "a field that does not end");
    } while (accept(r, "\""));
}

const char *wellformed_csv(struct str s, size_t *at) {
    struct reader r = {.s = s};
    u4 wanted = 0, n = 1;
    check_chars(&r, "\n");
    while (r.at < s.n && !r.bad) {
        field(&r);
        if (accept(&r, ",")) {
            n++;
        } else if (expect(&r, "\n", "text behind a field")) {
            wanted = wanted ? wanted : n;
            if (n != wanted) {
                fail(&r, "not as many fields as in the first record");
            }
            n = 1;
        }
    }
    return result(&r, at);
}
