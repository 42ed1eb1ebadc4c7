// SPDX-License-Identifier: MIT
// checkstyle: its own rules for Sun's style on generated sources.

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.Configuration;
import java.io.File;
import java.util.Arrays;
import java.util.Properties;

public final class Checkstyle {
    private static final int FILES = 5;

    private Checkstyle() { }

    public static long run(int n) throws Exception {
        File[] files = new File(System.getProperty("bench.gen"), "java").listFiles();
        Arrays.sort(files);
        files = Arrays.copyOf(files, FILES);
        Properties p = new Properties();
        p.setProperty("checkstyle.suppressions.file", "none");
        p.setProperty("org.checkstyle.sun.suppressionfilter.config", "none");
        p.setProperty("org.checkstyle.sun.suppressionxpathfilter.config", "none");
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Configuration rules = ConfigurationLoader.loadConfiguration(
                    "/sun_checks.xml", new PropertiesExpander(p));
            Checker checker = new Checker();
            checker.setModuleClassLoader(Checker.class.getClassLoader());
            checker.configure(rules);
            sum = sum * 31 + checker.process(Arrays.asList(files));
            checker.destroy();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}
