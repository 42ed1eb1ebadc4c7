// SPDX-License-Identifier: MIT
// Fills a freemarker template from beans.

import freemarker.template.Configuration;
import java.io.File;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;

public class Fmk {
    public static class Person {
        private final String name;

        public Person(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }

        public String greet(String word) {
            return word + ", " + name;
        }
    }

    public static void main(String[] args) throws Exception {
        Configuration c = new Configuration(Configuration.VERSION_2_3_31);
        c.setDirectoryForTemplateLoading(new File(args[0]));
        Writer out = new OutputStreamWriter(System.out);
        c.getTemplate("page.ftl").process(Map.of("people", List.of(new Person("Ann"), new Person("Bob")), "n", 3), out);
        out.flush();
    }
}
