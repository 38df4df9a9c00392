package io.weir.standalone.status;

import picocli.CommandLine.Option;

/** Options of how much to show at run time. */
public final class StatusOptions {

    @Option(
            names = "--plain",
            description =
                    "Prints plain lines even on a terminal: one summary per minute instead of a live" + " status.")
    private boolean plain;

    @Option(names = "--quiet", description = "Prints only the log, without status and summaries.")
    private boolean quiet;

    boolean plain() {
        return plain;
    }

    boolean quiet() {
        return quiet;
    }
}
