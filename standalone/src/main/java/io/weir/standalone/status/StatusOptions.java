package io.weir.standalone.status;

import picocli.CommandLine.Option;

/** How much is shown while it runs. */
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
