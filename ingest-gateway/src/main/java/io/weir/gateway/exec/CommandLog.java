package io.weir.gateway.exec;

import io.weir.gateway.intake.count.ReasonCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the failures of a command, and logs one line for each change. Belongs to one thread. */
final class CommandLog {
    /** Why a run has no result. */
    enum Failure {
        NOT_STARTED("command-not-started"),
        FAILED("command-failed"),
        TIMEOUT("command-timeout"),
        TOO_LONG("command-output-too-long");

        private final String code;

        Failure(String code) {
            this.code = code;
        }
    }

    /** Counted for a start that was due while the command still ran. */
    private static final String SKIPPED = "command-skipped";

    private static final Logger LOG = LoggerFactory.getLogger(CommandLog.class);

    private final CommandSettings settings;
    private final ReasonCounts warnings;
    private String logged = "";

    CommandLog(CommandSettings settings, ReasonCounts warnings) {
        this.settings = settings;
        this.warnings = warnings;
    }

    /**
     * A run failed.
     *
     * @param what the same for the same failure
     * @param detail such as the last line of standard error, which may differ each time
     */
    void failed(Failure failure, String what, String detail) {
        warnings.add(failure.code, 1);
        if (!what.equals(logged)) {
            logged = what;
            String more = detail.isEmpty() ? "" : ": " + detail;
            LOG.warn("input {}: command \"{}\" {}{}", settings.input(), settings, what, more);
        }
    }

    /** Runs could not start in time. */
    void skipped(long runs) {
        warnings.add(SKIPPED, runs);
    }

    /** A run succeeded. */
    void succeeded() {
        if (!logged.isEmpty()) {
            logged = "";
            LOG.info("input {}: command \"{}\" succeeds again", settings.input(), settings);
        }
    }
}
