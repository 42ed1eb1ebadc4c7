// SPDX-License-Identifier: MIT
package server;

import java.io.File;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.HandlerCollection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.webapp.WebAppContext;

/** Jetty with the applications of a folder, each with a class loader of its own. */
public final class Main {
    private final Server server;

    /** Port 0 is any that is free. */
    public Main(File folder, int port) throws Exception {
        server = new Server(port);
        HandlerCollection all = new HandlerCollection();
        all.addHandler(application(folder, "reader", "Search", "Borrow"));
        all.addHandler(application(folder, "staff", "Desk"));
        server.setHandler(all);
        server.start();
    }

    private static Handler application(File folder, String name, String... servlets) {
        WebAppContext context = new WebAppContext();
        context.setContextPath("/" + name);
        // Otherwise each application would count with its own run time of ccinstr.
        context.getSystemClasspathPattern().add("ccinstr.");
        context.setWar(new File(folder, name + ".war").getPath());
        for (String servlet : servlets) {
            ServletHolder holder = new ServletHolder();
            holder.setClassName(name + "." + servlet);
            context.addServlet(holder, "/" + servlet.toLowerCase());
        }
        return context;
    }

    public int port() {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    public void stop() throws Exception {
        server.stop();
    }

    public static void main(String[] args) throws Exception {
        new Main(new File(args[0]), Integer.parseInt(args[1]));
    }
}
