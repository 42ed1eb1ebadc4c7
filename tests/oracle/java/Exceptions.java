// SPDX-License-Identifier: MIT
// Exceptions: thrown by the JVM and by the program, what handlers call on them.

import java.io.PrintWriter;
import java.io.StringWriter;

public class Exceptions {
    static class Own extends RuntimeException {
        private static final long serialVersionUID = 1;

        Own(Throwable cause) {
            super("own", cause);
        }

        @Override
        public String getMessage() {
            return "<" + super.getMessage() + ">";
        }
    }

    static class Light extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public String toString() {
            return "Light";
        }
    }

    static int depth;

    static int deep() {
        depth++;
        return deep() + 1;
    }

    static Object provoke(int i) throws Light {
        Object o = i == 2 ? "text" : null;
        switch (i) {
        case 0:
            return o.hashCode();
        case 1:
            return 1 / (i - 1);
        case 2:
            return (Integer) o;
        case 3:
            return new int[2][i];
        case 4:
            return new int[2 - i];
        case 5:
            return new int[2][i][i].length + "abc".charAt(i);
        case 6:
            Object[] strings = new String[1];
            strings[0] = i;
            return strings;
        case 7:
            return deep();
        case 8:
            throw new Light();
        case 9:
            throw null;
        case 10:
            synchronized (o) {
                return o;
            }
        case 11:
            return new int[1][0].clone()[i];
        case 12:
            return Integer.parseInt("12x");
        default:
            throw new Own(new Light());
        }
    }

    static String attempt(int i) {
        try {
            return String.valueOf(provoke(i) != null);
        } catch (ArithmeticException | ClassCastException e) {
            return e.getClass().getSimpleName();
        } catch (Own e) {
            return e.getMessage() + e.getCause();
        } catch (RuntimeException e) {
            return "runtime " + e.getClass().getSimpleName();
        } catch (Light e) {
            return e.toString();
        } catch (StackOverflowError e) {
            return "overflow " + (depth > 100);
        } finally {
            count++;
        }
    }

    static int count;

    public static void main(String[] args) {
        for (int i = 0; i < 14; i++) {
            System.out.println(attempt(i));
        }
        StringWriter text = new StringWriter();
        new Own(new Light()).printStackTrace(new PrintWriter(text));
        System.out.println(text.toString().split("\n")[0] + count);
        try {
            try {
                throw new Own(null);
            } finally {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            System.out.println(e.getSuppressed().length);
        }
    }
}
// expect: runtime NullPointerException
// expect: ArithmeticException
// expect: ClassCastException
// expect: true
// expect: runtime NegativeArraySizeException
// expect: runtime StringIndexOutOfBoundsException
// expect: runtime ArrayStoreException
// expect: overflow true
// expect: Light
// expect: runtime NullPointerException
// expect: runtime NullPointerException
// expect: runtime ArrayIndexOutOfBoundsException
// expect: runtime NumberFormatException
// expect: <own>Light
// expect: Exceptions$Own: <own>14
// expect: 0
