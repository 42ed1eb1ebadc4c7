// SPDX-License-Identifier: MIT
// Builds beans from a file with spring: properties, constructors, factories, a proxy, expressions.

import java.util.List;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.support.FileSystemXmlApplicationContext;

public class Spr {
    public interface Greeter {
        String greet(String name);
    }

    public static class Polite implements Greeter, InitializingBean, DisposableBean {
        private String word;
        private List<Integer> numbers;
        private Map<String, Greeter> others;

        public void setWord(String word) {
            this.word = word;
        }

        public void setNumbers(List<Integer> numbers) {
            this.numbers = numbers;
        }

        public void setOthers(Map<String, Greeter> others) {
            this.others = others;
        }

        @Override public String greet(String name) {
            return word + " " + name + " " + numbers + others.size();
        }

        @Override public void afterPropertiesSet() {
            System.out.println("set");
        }

        @Override public void destroy() {
            System.out.println("gone");
        }
    }

    public static class Rude implements Greeter {
        private final int volume;

        public Rude(int volume) {
            this.volume = volume;
        }

        public static Rude make(int volume) {
            return new Rude(volume + 1);
        }

        public void begin() {
            System.out.println("begin " + volume);
        }

        @Override public String greet(String name) {
            return "oi " + name + volume;
        }
    }

    public static class Loud implements MethodInterceptor {
        @Override public Object invoke(MethodInvocation i) throws Throwable {
            return i.proceed().toString().toUpperCase();
        }
    }

    public static void main(String[] args) {
        FileSystemXmlApplicationContext c = new FileSystemXmlApplicationContext("file:" + args[0]);
        for (String name : new String[] {"polite", "rude", "made", "proxy"}) {
            System.out.println(c.getBean(name, Greeter.class).greet("Ann"));
        }
        c.close();
    }
}
