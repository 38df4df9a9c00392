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
                    ? Finding.ok(ABOUT, "synchronized by systemd-timesyncd")
                    : Finding.warning(ABOUT, "its synchronization is unknown", REMEDY);
        }
        if (!clock.get().isSynchronised()) {
            return Finding.warning(
                    ABOUT,
                    "not synchronized: lines without a timestamp get wrong ones, and right ones may be" + " refused",
                    REMEDY);
        }
        long micros = clock.get().errorMicros();
        return micros > TOLERABLE_MICROS
                ? Finding.warning(ABOUT, "it may be wrong by " + micros / 1000 + " ms", REMEDY)
                : Finding.ok(ABOUT, "synchronized, at most " + micros / 1000 + " ms wrong");
    }
}
