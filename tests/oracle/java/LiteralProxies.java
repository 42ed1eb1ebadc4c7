// SPDX-License-Identifier: MIT
// Dynamic proxies of interfaces that stand where they are made; one is named by
// that class literal alone.

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

public class LiteralProxies {
    interface Unnamed {
    }

    interface Greeter {
        String greet(String name);
    }

    public static void main(String[] args) {
        ClassLoader loader = LiteralProxies.class.getClassLoader();
        InvocationHandler handler = (proxy, method, of) -> method.getName();
        Object unnamed = Proxy.newProxyInstance(loader,
                new Class<?>[] {Unnamed.class}, handler);
        System.out.println(unnamed.toString());
        Greeter greeter = (Greeter) Proxy.newProxyInstance(loader,
                new Class<?>[] {Greeter.class, Runnable.class}, handler);
        System.out.println(greeter.greet("you"));
    }
}
// expect: toString
// expect: greet
