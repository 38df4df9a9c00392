package io.weir.gateway.intake;

import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.SourceAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The sender of the data that an intake is processing, and its limits. A reusable view that belongs
 * to one thread.
 */
final class Sender {
    private final Limits limits;
    private final SourceAddress address = new SourceAddress();
    private long nowNanos;

    Sender(Limits limits) {
        this.limits = limits;
    }

    /** Switches to this sender. */
    void is(SocketAddress source) {
        address.set(source);
        nowNanos = limits.sources().nowNanos();
    }

    /** The reason why nothing from this sender is accepted; null if it may send. */
    @Nullable
    String keptOut() {
        if (!limits.allowed().isAllowed(address)) {
            return AllowList.NOT_ALLOWED;
        }
        return limits.sources().isWithinBudget(address, nowNanos) ? null : LineBudget.USED_UP;
    }

    /** Counts lines that were read, and how many of them were rejected. */
    void sent(int lines, int rejected) {
        limits.sources().count(address, nowNanos, lines, rejected);
    }

    /** Counts lines that were dropped because the sender exceeded its budget. */
    void sentInVain(int lines) {
        limits.sources().countDropped(address, nowNanos, lines);
    }

    /** Counts further missing numbers in its sequence. */
    void misses(int numbers) {
        limits.sources().countMissing(address, nowNanos, numbers);
    }

    /**
     * Takes a new series of this measurement from the budgets. Returns the reason if that is not
     * allowed, or null.
     */
    @Nullable
    String bringsSeries(byte[] bytes, int measurementStart, int measurementEnd, int seriesEnd) {
        return limits.series()
                .take(address, bytes, measurementStart, measurementEnd, seriesEnd - measurementStart, nowNanos);
    }

    /** Whether a new series of this measurement costs budget although it cannot be cached. */
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
