// SPDX-License-Identifier: MIT
// What the fields of serialized and deserialized objects hold.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

public class SerialFields {
    interface Job {
        String run();
    }

    static class Text implements Job, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String run() {
            return "text";
        }
    }

    static class Number implements Job, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String run() {
            return "number";
        }
    }

    static class Third implements Job, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String run() {
            return "third";
        }
    }

    public static class Outside implements Job, Externalizable {
        private Job inner;

        public Outside() {
        }

        Outside(Job inner) {
            this.inner = inner;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(inner);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException,
                ClassNotFoundException {
            inner = (Job) in.readObject();
        }

        @Override
        public String run() {
            return "outside " + inner.run();
        }
    }

    static class Top implements Serializable {
        private static final long serialVersionUID = 1;
        Job job;
        Job[] jobs;
        List<Job> list = new ArrayList<>();
        Object outside;
    }

    static class Named implements Serializable {
        private static final long serialVersionUID = 1;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("work", Job.class)};
        transient Job real;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.putFields().put("work", real);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException,
                ClassNotFoundException {
            real = (Job) in.readFields().get("work", null);
        }
    }

    static class Real implements Job {
        @Override
        public String run() {
            return "real";
        }
    }

    // Real comes to a field by the stream alone.
    static class Stub implements Job, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String run() {
            return "stub";
        }

        private Object readResolve() {
            return new Real();
        }
    }

    static class Resolved implements Serializable {
        private static final long serialVersionUID = 1;
        final Job resolved = new Stub();
    }

    // Only the stream sees what is in there.
    static class Hidden implements Serializable {
        private static final long serialVersionUID = 1;
        final Object hidden = new Seen();
    }

    public static class Seen implements Externalizable {
        @Override
        public void writeExternal(ObjectOutput out) {
            System.out.println("written");
        }

        @Override
        public void readExternal(ObjectInput in) {
            System.out.println("read");
        }
    }

    record Pair(Job left, Object right) implements Serializable {
    }

    static Object again(Object o) throws Exception {
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
        Top top = new Top();
        top.job = new Text();
        top.jobs = new Job[] {new Number()};
        top.list.add(new Third());
        top.outside = new Outside(new Text());
        Top read = (Top) again(top);
        System.out.println(read.job.run());
        System.out.println(read.jobs[0].run());
        System.out.println(read.list.get(0).run());
        System.out.println(((Job) read.outside).run());
        Named named = new Named();
        named.real = new Number();
        System.out.println(((Named) again(named)).real.run());
        System.out.println(((Resolved) again(new Resolved())).resolved.run());
        again(new Hidden());
        Pair pair = (Pair) again(new Pair(new Third(), new Text()));
        System.out.println(pair.left().run() + " " + ((Job) pair.right).run());
    }
}
// expect: text
// expect: number
// expect: third
// expect: outside text
// expect: number
// expect: real
// expect: written
// expect: read
// expect: third text
