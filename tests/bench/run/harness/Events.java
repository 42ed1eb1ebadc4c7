// SPDX-License-Identifier: MIT
// Events PATH PACKAGE CLASS UNITS: how many calls of each probe UNITS units of
// CLASS.run(n) (or CLASS#METHOD) make, where PACKAGE.Probe on PATH is the one that counts. A line for
// each: its name and the number.

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

public final class Events {
    private Events() { }

    public static void main(String[] args) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String file : args[0].split(File.pathSeparator)) {
            urls.add(new File(file).toURI().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]),
                ClassLoader.getSystemClassLoader().getParent());
        String[] of = args[2].split("#");
        Method run = loader.loadClass(of[0]).getMethod(of.length > 1 ? of[1] : "run", int.class);
        Class<?> probe = loader.loadClass(args[1] + ".Probe");
        run.invoke(null, 1);
        probe.getMethod("clear").invoke(null);
        run.invoke(null, Integer.parseInt(args[3]));
        System.out.print(probe.getMethod("counts").invoke(null));
    }
}
