// SPDX-License-Identifier: MIT
// A lambda that is written and read back: writeReplace, readResolve and the
// $deserializeLambda$ of the class.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.function.Function;

public class SerialLambdas {
    interface Op extends Function<String, String>, Serializable {
    }

    static String quote(String text) {
        return "'" + text + "'";
    }

    static Object copy(Object o) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(o);
        }
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        String tail = args.length + "!";
        Op capturing = t -> t + tail;
        System.out.println(((Op) copy(capturing)).apply("a"));
        Op reference = SerialLambdas::quote;
        System.out.println(((Op) copy(reference)).apply("b"));
    }
}
// expect: a0!
// expect: 'b'
