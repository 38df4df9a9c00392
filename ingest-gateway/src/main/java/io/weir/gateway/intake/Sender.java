package io.weir.gateway.intake;

import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.SourceAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Who sent what an intake has before it, and what that sender may do. A reusable view that belongs to one thread. */
final class Sender {
    private final Limits limits;
    private final SourceAddress address = new SourceAddress();
    private long nowNanos;

    Sender(Limits limits) {
        this.limits = limits;
    }

    /** It is this one now. */
    void is(SocketAddress source) {
        address.set(source);
        nowNanos = limits.sources().nowNanos();
    }

    /** Why nothing of it is let in; null if it is. */
    @Nullable
    String keptOut() {
        if (!limits.allowed().isAllowed(address)) {
            return AllowList.NOT_ALLOWED;
        }
        return limits.sources().isWithinBudget(address, nowNanos) ? null : LineBudget.USED_UP;
    }

    /** It sent lines, some of which were refused. */
    void sent(int lines, int rejected) {
        limits.sources().count(address, nowNanos, lines, rejected);
    }

    /** It sent lines that were not let in, because it had sent too many. */
    void sentInVain(int lines) {
        limits.sources().countDropped(address, nowNanos, lines);
    }

    /** So many numbers more are missing in its sequence. */
    void misses(int numbers) {
        limits.sources().countMissing(address, nowNanos, numbers);
    }

    /** Why it may not bring a new series of this measurement; null if it may. */
    @Nullable
    String bringsSeries(byte[] bytes, int measurementStart, int measurementEnd) {
        return limits.series().take(address, bytes, measurementStart, measurementEnd, nowNanos);
    }

    /** Whether a new series of this measurement costs budget though it cannot be remembered. */
    boolean hasBroughtMany(byte[] bytes, int measurementStart, int measurementEnd) {
        return limits.series().hasBroughtMany(address, bytes, measurementStart, measurementEnd, nowNanos);
    }

    SourceAddress address() {
        return address;
    }

    long nowNanos() {
        return nowNanos;
    }
}
