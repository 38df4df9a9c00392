package io.weir.gateway.collectd;

import java.util.function.Supplier;

/**
 * Requirements for packets; shared by all event loops of an input.
 *
 * @param users supplies the current users
 * @param windowNanos maximum difference between the time of protected data and its receive time;
 *     used if a level is set
 * @param memory of protected packets; used if a level is set
 */
public record Protection(SecurityLevel level, Supplier<Users> users, long windowNanos, ReplayMemory memory) {
    /** The effective window, or {@link Content#ANY_TIME}. */
    long window() {
        return level == SecurityLevel.NONE ? Content.ANY_TIME : windowNanos;
    }

    /** Whether the part with this fingerprint, received now, was not received before. */
    boolean isNew(long fingerprint, long nowNanos) {
        return level == SecurityLevel.NONE || memory.isNew(fingerprint, nowNanos);
    }
}
