// SPDX-License-Identifier: MIT
// The kinds of calls: virtual, interface, special, static; default, private and
// static methods of interfaces.

public class Calls {
    interface Shape {
        int area();

        default String show() {
            return name() + " " + twice();
        }

        private int twice() {
            return 2 * area();
        }

        static Shape unit() {
            return new Square(1);
        }

        String name();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }

        @Override
        public String name() {
            return "square";
        }
    }

    static class Rectangle extends Square {
        final int height;

        Rectangle(int width, int height) {
            super(width);
            this.height = height;
        }

        @Override
        public int area() {
            return super.area() / side * height;
        }

        @Override
        public String name() {
            return "rectangle";
        }

        @Override
        public String show() {
            return "[" + super.show() + "]";
        }
    }

    abstract static class Animal {
        abstract String sound();

        String speak() {
            return sound() + extra();
        }

        String extra() {
            return "!";
        }
    }

    static class Dog extends Animal {
        @Override
        String sound() {
            return "wuff";
        }
    }

    static class Cat extends Animal {
        @Override
        String sound() {
            return "miau";
        }

        @Override
        String extra() {
            return "?" + super.extra();
        }
    }

    private String hidden() {
        return "hidden";
    }

    static int fact(int n) {
        return n < 2 ? 1 : n * fact(n - 1);
    }

    public static void main(String[] args) {
        Shape[] shapes = {Shape.unit(), new Rectangle(2, 3)};
        for (Shape shape : shapes) {
            System.out.println(shape.show());
        }
        for (Animal animal : new Animal[] {new Dog(), new Cat()}) {
            System.out.println(animal.speak());
        }
        System.out.println(new Calls().hidden() + fact(5));
    }
}
// expect: square 2
// expect: [rectangle 12]
// expect: wuff!
// expect: miau?!
// expect: hidden120
