package io.weir.standalone.status;

import picocli.CommandLine.Option;

/** Options of how much to show at run time. */
public final class StatusOptions {

    @Option(
            names = "--plain",
            description = "Plain lines also on a terminal: a summary a minute instead of a status that is rewritten.")
    private boolean plain;

    @Option(names = "--quiet", description = "No status and no summaries, only the log.")
    private boolean quiet;

    boolean plain() {
        return plain;
    }

    boolean quiet() {
        return quiet;
    }
}
