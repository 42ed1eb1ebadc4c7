// SPDX-License-Identifier: MIT
// Annotations: their objects are proxies made by the JDK.

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Info {
        String value();

        int number() default 3;

        Class<?> type() default Object.class;

        Kind kind() default Kind.GOOD;

        Nested[] nested() default {};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested {
        String text();
    }

    enum Kind {
        GOOD, BAD
    }

    @Info(value = "a", nested = @Nested(text = "n"))
    static class A {
    }

    @Info(value = "a", nested = @Nested(text = "n"))
    static class B {
    }

    @Deprecated
    static class C {
    }

    public static void main(String[] args) {
        Info info = A.class.getAnnotation(Info.class);
        System.out.println(info.value() + info.number() + info.kind()
                + info.type().getSimpleName());
        System.out.println(info.nested()[0].text());
        System.out.println(info.equals(B.class.getAnnotation(Info.class)));
        System.out.println(info.hashCode()
                == B.class.getAnnotation(Info.class).hashCode());
        System.out.println(info.annotationType().getSimpleName());
        System.out.println(info.toString().contains("number=3"));
        for (Annotation annotation : C.class.getAnnotations()) {
            System.out.println(annotation.annotationType().getSimpleName());
        }
    }
}
// expect: a3GOODObject
// expect: n
// expect: true
// expect: true
// expect: Info
// expect: true
// expect: Deprecated
