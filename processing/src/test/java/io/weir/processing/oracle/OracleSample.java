package io.weir.processing.oracle;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** At most one value of a field per interval; time releases the last one held back. */
final class OracleSample {

    private final long everyNanos;
    private long nextAt = Long.MIN_VALUE;
    private long latest = Long.MIN_VALUE;
    private String latestValue = "";
    private @Nullable String heldBack;

    OracleSample(long everyNanos) {
        this.everyNanos = everyNanos;
    }

    void add(String value, long stamp, BiConsumer<String, Long> out) {
        if (stamp < latest || (stamp == latest && value.equals(latestValue))) {
            return;
        }
        latestValue = value;
        latest = stamp;
        heldBack = value;
        if (stamp >= nextAt) {
            out.accept(value, stamp);
            heldBack = null;
            nextAt = stamp + everyNanos;
        }
    }

    /** Advances the series' time to {@code now}. */
    void pass(long now, BiConsumer<String, Long> out) {
        if (heldBack != null && now >= nextAt) {
            out.accept(heldBack, latest);
            heldBack = null;
            nextAt += everyNanos;
        }
    }
}
