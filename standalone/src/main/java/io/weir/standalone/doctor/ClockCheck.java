package io.weir.standalone.doctor;

import java.util.Optional;

/**
 * Whether the clock is synchronized: the gateway's clock stamps lines, and limits their timestamps.
 */
final class ClockCheck {
    private static final String ABOUT = "clock";
    private static final String REMEDY = "run chronyd or systemd-timesyncd on the host (timedatectl)";
    private static final long TOLERABLE_MICROS = 1_000_000;

    private ClockCheck() {}

    static Finding of(Optional<ClockFacts> clock, KernelFiles files) {
        if (clock.isEmpty()) {
            return files.exists("run/systemd/timesync/synchronized")
                    ? Finding.fine(ABOUT, "systemd-timesyncd has set it")
                    : Finding.look(ABOUT, "whether it is kept right is not known", REMEDY);
        }
        if (!clock.get().isSynchronised()) {
            return Finding.look(
                    ABOUT,
                    "nobody keeps it right: lines without a timestamp get wrong ones, right ones may be refused",
                    REMEDY);
        }
        long micros = clock.get().errorMicros();
        return micros > TOLERABLE_MICROS
                ? Finding.look(ABOUT, "it may be off by " + micros / 1000 + " ms", REMEDY)
                : Finding.fine(ABOUT, "kept right, at most " + micros / 1000 + " ms off");
    }
}
