package io.weir.gateway.collectd;

import java.util.function.Supplier;

/**
 * What packets must be to be taken in; shared by all event loops of an input.
 *
 * @param users who may send, at any moment
 * @param windowNanos how far the time of something protected may be from that of its receipt; holds if a level is set
 * @param memory of protected packets; used if a level is set
 */
public record Protection(SecurityLevel level, Supplier<Users> users, long windowNanos, ReplayMemory memory) {
    /** The window that holds, or {@link Content#ANY_TIME}. */
    long window() {
        return level == SecurityLevel.NONE ? Content.ANY_TIME : windowNanos;
    }

    /** Whether what the fingerprint stands for, and came now, has not come before. */
    boolean isNew(long fingerprint, long nowNanos) {
        return level == SecurityLevel.NONE || memory.isNew(fingerprint, nowNanos);
    }
}
