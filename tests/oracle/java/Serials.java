// SPDX-License-Identifier: MIT
// The call-backs of serialization.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

public class Serials {
    static void log(String text) {
        System.out.println(text);
    }

    static class Base {
        Base() {
            log("Base()");
        }
    }

    static class Plain extends Base implements Serializable,
            ObjectInputValidation {
        private static final long serialVersionUID = 1;
        int n = 5;

        private void writeObject(ObjectOutputStream out) throws IOException {
            log("writeObject");
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException,
                ClassNotFoundException {
            in.registerValidation(this, 0);
            in.defaultReadObject();
            log("readObject");
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            log("validateObject");
        }
    }

    static class Replaced implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() throws ObjectStreamException {
            log("writeReplace");
            return new Proxy();
        }
    }

    static class Proxy implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() throws ObjectStreamException {
            log("readResolve");
            return new Replaced();
        }
    }

    public static class External implements Externalizable {
        public External() {
            log("External()");
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            log("writeExternal");
            out.writeInt(3);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            log("readExternal " + in.readInt());
        }
    }

    static class Key implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.length();
        }
    }

    enum Kind {
        ONE, TWO
    }

    record Point(int x, Kind kind) implements Serializable {
        Point {
            log("Point()");
        }
    }

    static class In extends ObjectInputStream {
        In(InputStream in) throws IOException {
            super(in);
            enableResolveObject(true);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass c)
                throws IOException, ClassNotFoundException {
            return super.resolveClass(c);
        }

        @Override
        protected Object resolveObject(Object o) {
            return o;
        }
    }

    static Object copy(Object o) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(o);
        }
        try (ObjectInputStream in = new In(
                new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        log("" + ((Plain) copy(new Plain())).n);
        copy(new Replaced());
        copy(new External());
        Map<Key, String> map = new HashMap<>();
        map.put(new Key("a"), "b");
        log("" + ((Map<?, ?>) copy(map)).get(new Key("a")));
        log(copy(Kind.TWO) + " " + copy(new Point(1, Kind.ONE)));
    }
}
// expect: Base()
// expect: writeObject
// expect: Base()
// expect: readObject
// expect: validateObject
// expect: 5
// expect: writeReplace
// expect: readResolve
// expect: External()
// expect: writeExternal
// expect: External()
// expect: readExternal 3
// expect: b
// expect: Point()
// expect: Point()
// expect: TWO Point[x=1, kind=ONE]
