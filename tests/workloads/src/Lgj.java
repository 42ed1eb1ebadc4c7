// SPDX-License-Identifier: MIT
// Logs with log4j 2: plugins that a file of configuration names.

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;

public class Lgj {
    public static void main(String[] args) {
        Logger log = LogManager.getLogger(Lgj.class);
        ThreadContext.put("user", "ann");
        log.debug("hidden {}", 1);
        log.info("shown {} {}", 1, "two");
        log.warn("failed", new IllegalStateException("why"));
        LogManager.getLogger("other.part").error("once");
        LogManager.shutdown();
    }
}
