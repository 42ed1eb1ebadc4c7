// SPDX-License-Identifier: MIT
// Streams, writers, formatting and bundles that call classes of the program.

import java.io.BufferedReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringReader;
import java.text.MessageFormat;
import java.util.Formattable;
import java.util.Formatter;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Observable;
import java.util.Observer;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.regex.Pattern;

@SuppressWarnings("deprecation")
public class Texts {
    static class Upper extends FilterOutputStream {
        Upper(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            super.write(Character.toUpperCase(b));
        }
    }

    static class Zeros extends InputStream {
        int left = 3;

        @Override
        public int read() {
            return left-- > 0 ? '0' : -1;
        }
    }

    static class Doubling extends Reader {
        final Reader in;

        Doubling(Reader in) {
            this.in = in;
        }

        @Override
        public int read(char[] to, int at, int n) throws IOException {
            int c = in.read();
            if (c < 0 || n < 2) {
                return -1;
            }
            to[at] = to[at + 1] = (char) c;
            return 2;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    static class Money implements Formattable {
        @Override
        public void formatTo(Formatter f, int flags, int width, int precision) {
            f.format("%d EUR", width);
        }
    }

    static class Word implements CharSequence {
        final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int i) {
            return text.charAt(i);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Word(text.substring(from, to));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public static class Bundle extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"key", "bundled"}};
        }
    }

    static class Model extends Observable {
        void change() {
            setChanged();
            notifyObservers("changed");
        }
    }

    static class View implements Observer {
        @Override
        public void update(Observable o, Object arg) {
            System.out.println(arg);
        }
    }

    public static void main(String[] args) throws IOException {
        PrintStream upper = new PrintStream(new Upper(System.out), true);
        upper.println("shout");
        System.out.println(new BufferedReader(new InputStreamReader(
                new Zeros())).readLine());
        System.out.println(new BufferedReader(new Doubling(
                new StringReader("ab"))).readLine());
        System.out.println(String.format("%5s|%s", new Money(),
                new Word("w")));
        System.out.println(Pattern.compile("(a)(b)").matcher(new Word("xab"))
                .replaceAll("$2$1"));
        System.out.println(MessageFormat.format("{0} and {1}", new Word("a"),
                2));
        System.out.println(new StringBuilder().append(new Word("seq"))
                .append(new Word("abc"), 1, 2));
        System.out.println(ResourceBundle.getBundle("Texts$Bundle",
                Locale.ROOT).getString("key"));
        Model model = new Model();
        model.addObserver(new View());
        model.change();
        System.out.println(new Scanner(new Word("12 x").toString()).nextInt());
    }
}
// expect: SHOUT
// expect: 000
// expect: aabb
// expect: 5 EUR|w
// expect: xba
// expect: a and 2
// expect: seqb
// expect: bundled
// expect: changed
// expect: 12
