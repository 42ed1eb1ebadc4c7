// SPDX-License-Identifier: MIT
// Logs with logback: appenders, filters and patterns that a file of configuration names.

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

public class Lgb {
    public static void main(String[] args) {
        Logger log = LoggerFactory.getLogger(Lgb.class);
        MDC.put("user", "ann");
        log.debug("hidden {}", 1);
        log.info("shown {} {}", 1, "two");
        log.warn("failed", new IllegalStateException("why"));
        LoggerFactory.getLogger("other.part").error("once");
    }
}
