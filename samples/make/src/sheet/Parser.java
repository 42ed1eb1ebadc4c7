// SPDX-License-Identifier: MIT
package sheet;

import java.util.ArrayList;
import java.util.List;

/** From a formula, as in {@code 2*(A1+SUM(B1,B2))}, to what it means. */
final class Parser {
    private final String text;
    private int at;

    private Parser(String text) {
        this.text = text.replace(" ", "");
    }

    static Expr parse(String text) {
        Parser parser = new Parser(text);
        Expr expr = parser.sum();
        if (parser.at < parser.text.length()) {
            throw parser.wrong();
        }
        return expr;
    }

    private Expr sum() {
        Expr left = product();
        while (peek() == '+' || peek() == '-') {
            left = new Expr.Binary(text.charAt(at++), left, product());
        }
        return left;
    }

    private Expr product() {
        Expr left = factor();
        while (peek() == '*' || peek() == '/') {
            left = new Expr.Binary(text.charAt(at++), left, factor());
        }
        return left;
    }

    private Expr factor() {
        if (take('-')) {
            return new Expr.Minus(factor());
        }
        if (take('(')) {
            return closed(sum());
        }
        return Character.isDigit(peek()) ? number() : named();
    }

    private Expr number() {
        int start = at;
        while (Character.isDigit(peek()) || peek() == '.') {
            at++;
        }
        return new Expr.Num(Double.parseDouble(text.substring(start, at)));
    }

    private Expr named() {
        int start = at;
        while (Character.isLetterOrDigit(peek())) {
            at++;
        }
        if (start == at) {
            throw wrong();
        }
        String name = text.substring(start, at);
        return take('(') ? new Expr.Call(Function.named(name), arguments())
                : new Expr.Ref(name);
    }

    private Expr[] arguments() {
        List<Expr> arguments = new ArrayList<>();
        do {
            arguments.add(sum());
        } while (take(','));
        closed(null);
        return arguments.toArray(new Expr[0]);
    }

    private Expr closed(Expr expr) {
        if (!take(')')) {
            throw wrong();
        }
        return expr;
    }

    private boolean take(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException(text + ": wrong at " + at);
    }
}
