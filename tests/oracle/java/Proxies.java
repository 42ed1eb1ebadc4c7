// SPDX-License-Identifier: MIT
// Dynamic proxies: a call on one is a call of the handler.

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

public class Proxies {
    interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + greet(name);
        }
    }

    interface Counter {
        int count(int n);
    }

    static class Tracer implements InvocationHandler {
        final Object target;

        Tracer(Object target) {
            this.target = target;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args)
                throws Throwable {
            System.out.println("before " + method.getName());
            return method.invoke(target, args);
        }
    }

    static class Constant implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            switch (method.getName()) {
            case "hashCode":
                return 1;
            case "equals":
                return true;
            case "greet":
                return "constant";
            default:
                return 5;
            }
        }
    }

    static class Real implements Greeter {
        @Override
        public String greet(String name) {
            return "hello " + name;
        }
    }

    static Object make(InvocationHandler handler, Class<?>... interfaces) {
        return Proxy.newProxyInstance(Proxies.class.getClassLoader(),
                interfaces, handler);
    }

    static String use(Greeter g) {
        return g.greet("you");
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        System.out.println(use((Greeter) make(new Tracer(new Real()),
                Greeter.class)));
        Object both = make(new Constant(), Greeter.class, Counter.class);
        System.out.println(use((Greeter) both));
        System.out.println(((Counter) both).count(2));
        Set<Object> set = new HashSet<>();
        set.add(both);
        set.add(make(new Constant(), Counter.class));
        System.out.println(set.size());
        Greeter lambda = (Greeter) make((p, m, a) -> "lambda", Greeter.class);
        System.out.println(use(lambda));
        Comparator<String> c = (Comparator<String>) make(
                (p, m, a) -> ((String) a[0]).length() - ((String) a[1]).length(),
                Comparator.class);
        System.out.println(c.compare("ab", "c"));
        System.out.println(use(new Real()));
    }
}
// expect: before greet
// expect: hello you
// expect: constant
// expect: 5
// expect: 1
// expect: lambda
// expect: 1
// expect: hello you
