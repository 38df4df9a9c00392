package io.weir.standalone.send;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for a file. */
final class ReplayOptions {
    /** The options that do not apply to generated lines. */
    static final List<String> NAMES = List.of("--speed", "--now");

    private static final String MAX = "max";

    @Option(
            names = "--speed",
            paramLabel = "N",
            description = "Speed as a multiple of that of the timestamps (default: ${DEFAULT-VALUE}); max: as"
                    + " fast as possible, or at --rate if given.",
            defaultValue = "1")
    private String speed = "1";

    @Option(names = "--now", description = "Replaces timestamps by the time of sending, at the same intervals.")
    private boolean now;

    /** @param standardRate rate of lines without timestamp */
    Replay.Settings settings(Optional<Long> rate, long standardRate, int perDatagram) {
        boolean isMax = speed.equals(MAX);
        return new Replay.Settings(times(), rate.orElse(isMax ? 0 : standardRate), perDatagram, now);
    }

    private double times() {
        if (speed.equals(MAX)) {
            return ReplayPace.MAX;
        }
        double times = speed.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") ? Double.parseDouble(speed) : 0;
        if (times == 0) {
            throw new IllegalArgumentException(
                    "--speed must be a number above 0 such as 10 or 0.5, or max, was '" + speed + "'");
        }
        return times;
    }
}
