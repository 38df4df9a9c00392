package io.weir.gateway.collectd;

import io.weir.gateway.intake.spelling.NameSpelling;
import org.jspecify.annotations.Nullable;

/** Names and time of the next values, from the parts before them; reusable. Not thread-safe. */
final class Identity {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long LAST_SECOND = Long.MAX_VALUE / NANOS_PER_SECOND - 1;
    private static final int HR_BITS = 30;
    private static final long HR_FRACTION = (1L << HR_BITS) - 1;

    final Name host = new Name(NameSpelling.TAG);
    final Name plugin = new Name(NameSpelling.MEASUREMENT);
    final Name pluginTag = new Name(NameSpelling.TAG);
    final Name pluginInstance = new Name(NameSpelling.TAG);
    final Name type = new Name(NameSpelling.TAG);
    final Name typeInstance = new Name(NameSpelling.TAG);
    /** The names of the type's data sources; null for an unknown type. */
    byte @Nullable [][] sources;

    private long nanos;

    void clear() {
        host.clear();
        plugin.clear();
        pluginTag.clear();
        pluginInstance.clear();
        type.clear();
        typeInstance.clear();
        sources = null;
        nanos = 0;
    }

    /**
     * Sets the time to seconds since 1970; 0 for none. Returns false if nanoseconds cannot
     * represent it.
     */
    boolean time(long seconds) {
        if (seconds < 0 || seconds > LAST_SECOND) {
            return false;
        }
        nanos = seconds * NANOS_PER_SECOND;
        return true;
    }

    /** As {@link #time}, in unsigned units of 2^-30 s; rounds like collectd. */
    boolean highResolutionTime(long units) {
        if (!time(units >>> HR_BITS)) {
            return false;
        }
        nanos += ((units & HR_FRACTION) * NANOS_PER_SECOND + (1L << (HR_BITS - 1))) >> HR_BITS;
        return true;
    }

    boolean hasTime() {
        return nanos != 0;
    }

    /** Nanoseconds since 1970. */
    long nanos() {
        return nanos;
    }
}
