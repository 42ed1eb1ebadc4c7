// SPDX-License-Identifier: MIT
// Pattern switches: over types, records, enums and strings, with guards.

public class Patterns {
    sealed interface Shape permits Circle, Square, Pair {
    }

    record Circle(int radius) implements Shape {
        Circle {
            System.out.println("circle " + radius);
        }
    }

    record Square(int side) implements Shape {
    }

    record Pair(Shape left, Shape right) implements Shape {
        @Override
        public Shape left() {
            return show(left);
        }

        private static Shape show(Shape shape) {
            return shape;
        }
    }

    enum Suit {
        HEARTS, SPADES;

        boolean isRed() {
            return this == HEARTS;
        }
    }

    sealed interface Card permits Numbered, Joker {
    }

    enum Joker implements Card {
        RED, BLACK
    }

    record Numbered(Suit suit, int n) implements Card {
    }

    static int area(Shape shape) {
        return switch (shape) {
            case Circle(int r) when r > 5 -> 100;
            case Circle c -> 3 * c.radius() * c.radius();
            case Square(var side) -> side * side;
            case Pair(Circle(_), Square s) -> s.side();
            case Pair(var l, var r) -> area(l) + area(r);
        };
    }

    static String any(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big";
            case Integer i -> "int " + i;
            case String s -> s.toUpperCase();
            case Suit s when s.isRed() -> "red";
            case int[] array -> "ints " + array.length;
            case CharSequence s -> "seq " + s;
            default -> o.toString();
        };
    }

    static String suit(Suit suit) {
        return switch (suit) {
            case HEARTS -> "h";
            case Suit s when s.ordinal() == 1 -> "one";
            case SPADES -> "s";
        };
    }

    static String card(Card card) {
        return switch (card) {
            case Joker.RED -> "red joker";
            case Joker.BLACK -> "black joker";
            case Numbered(Suit s, int n) -> s.isRed() + "" + n;
        };
    }

    static String word(String text) {
        return switch (text) {
            case "one" -> "1";
            case String s when s.isEmpty() -> "empty";
            case String s -> s;
        };
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(9)) + area(new Circle(1))
                + area(new Square(2)));
        System.out.println(area(new Pair(new Circle(2), new Square(7))));
        System.out.println(area(new Pair(new Square(1), new Square(2))));
        for (Object o : new Object[] {null, 50, 5, "s", Suit.HEARTS,
            Suit.SPADES, new int[3], new StringBuilder("b"), 1.5}) {
            System.out.println(any(o));
        }
        System.out.println(suit(Suit.HEARTS) + suit(Suit.SPADES));
        System.out.println(card(Joker.BLACK)
                + card(new Numbered(Suit.SPADES, 4)));
        System.out.println(word("one") + word("") + word("x"));
    }
}
// expect: circle 9
// expect: circle 1
// expect: 107
// expect: circle 2
// expect: 7
// expect: 5
// expect: null
// expect: big
// expect: int 5
// expect: S
// expect: red
// expect: SPADES
// expect: ints 3
// expect: seq b
// expect: 1.5
// expect: hone
// expect: black jokerfalse4
// expect: 1emptyx
