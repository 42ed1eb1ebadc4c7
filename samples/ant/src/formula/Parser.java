// SPDX-License-Identifier: MIT
package formula;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.math.NumberUtils;

/** From text to an expression, by recursive descent. */
final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
        this.text = text;
    }

    Expression parse() {
        Expression all = sum();
        if (peek() != 0) {
            throw new IllegalArgumentException("not understood from " + text.substring(at));
        }
        return all;
    }

    private Expression sum() {
        Expression left = product();
        while (peek() == '+' || peek() == '-') {
            char operator = next();
            left = Binary.of(operator, left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = atom();
        while (peek() == '*' || peek() == '/') {
            char operator = next();
            left = Binary.of(operator, left, atom());
        }
        return left;
    }

    private Expression atom() {
        char c = peek();
        if (c == '(') {
            next();
            Expression inside = sum();
            expect(')');
            return inside;
        }
        if (Character.isDigit(c)) {
            return new Constant(NumberUtils.createDouble(word()));
        }
        if (Character.isLetter(c)) {
            String name = word();
            return peek() == '(' ? total(name) : new Cell(name);
        }
        throw new IllegalArgumentException("a value expected at " + at);
    }

    private Expression total(String name) {
        List<Expression> parts = new ArrayList<>();
        do {
            next();
            parts.add(sum());
        } while (peek() == ',');
        expect(')');
        return new Total(name, parts);
    }

    private String word() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        return text.substring(start, at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new IllegalArgumentException(c + " expected at " + at);
        }
        next();
    }

    private char peek() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char next() {
        return text.charAt(at++);
    }
}
