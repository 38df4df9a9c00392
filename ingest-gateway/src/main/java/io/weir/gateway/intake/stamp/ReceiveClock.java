package io.weir.gateway.intake.stamp;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's time, shared by all its threads. It advances with the monotonic clock. Once a
 * second it follows the wall clock, as long as the wall clock is within {@link #BOUND} of the time
 * of Kafka's brokers. A wall clock further off is considered wrong: the gateway then follows the
 * brokers' time, and {@link #isRight} is false. The time never goes back, so nothing received after
 * a tick gets an earlier time. The exception is a correction by more than the bound. Thread-safe.
 */
public final class ReceiveClock {

    /** Half of the maximum difference between two gateways. */
    public static final Duration BOUND = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveClock.class);
    private static final long BOUND_NANOS = BOUND.toNanos();

    private final Clock wall;
    private final LongSupplier nanoTime;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    /** Difference between the gateway's time and the monotonic clock. */
    private volatile long offset;

    private volatile @Nullable Long brokersOffset;
    private volatile long wasAheadNanos;
    private volatile boolean isCompared;
    private volatile boolean isAsked;
    private volatile @Nullable String wrong;

    /**
     * Starts with the time of the wall clock.
     *
     * @param nanoTime the monotonic clock
     */
    public ReceiveClock(Clock wall, LongSupplier nanoTime) {
        this.wall = wall;
        this.nanoTime = nanoTime;
        this.offset = wallOffset();
    }

    /** Nanoseconds since the epoch. */
    public long nowNanos() {
        while (true) {
            long before = last.get();
            long nanos = nanoTime.getAsLong() + offset;
            if (nanos <= before) {
                return before;
            }
            if (last.compareAndSet(before, nanos)) {
                return nanos;
            }
        }
    }

    /**
     * Records an answer of the brokers: they showed {@code brokersNanos} (since the epoch) when the
     * monotonic clock showed {@code monotonicNanos}.
     */
    public void brokersShow(long monotonicNanos, long brokersNanos) {
        brokersOffset = brokersNanos - monotonicNanos;
        isAsked = true;
    }

    /** Records that the brokers were asked and that their time is unknown. */
    public void brokersAreSilent() {
        isAsked = true;
    }

    /**
     * Compares with the wall clock. Call this every second, and once the brokers have answered for
     * the first time.
     */
    public synchronized void check() {
        long wallOffset = wallOffset();
        Long brokers = brokersOffset;
        if (brokers != null && !isCompared && isFar(offset, brokers)) {
            wasAheadNanos = offset - brokers;
        }
        if (brokers != null && isFar(wallOffset, brokers)) {
            follow(brokers);
            report("the clock of this machine is " + apart(wallOffset - brokers) + " Kafka's; correct the wrong one");
        } else if (brokers == null && isFar(wallOffset, offset)) {
            report("the clock of this machine was set, and is now " + apart(wallOffset - offset)
                    + " its former course; Kafka will show which is right once it answers");
        } else {
            follow(wallOffset);
            report(null);
        }
        if (brokers != null) {
            isCompared = true;
        }
    }

    /** Whether the time was compared with the brokers'. */
    public boolean isCompared() {
        return isCompared;
    }

    /**
     * How far the time before the first comparison with the brokers was ahead of theirs, in
     * nanoseconds. Negative if it was behind, 0 if it was right.
     */
    public long wasAheadNanos() {
        return wasAheadNanos;
    }

    /**
     * Whether the brokers were asked and the wall clock is right, as far as known. If not, the
     * gateway must not tick.
     */
    public boolean isRight() {
        return wrong() == null;
    }

    /** Why the gateway must not tick; null if it may. */
    public @Nullable String wrong() {
        String known = wrong;
        return known == null && !isAsked
                ? "Kafka's brokers have not shown their time yet; the gateway does not tick"
                : known;
    }

    /**
     * How far the wall clock is ahead of the brokers, in seconds; negative if it lags, NaN if
     * unknown.
     */
    public double aheadSeconds() {
        Long brokers = brokersOffset;
        return brokers == null ? Double.NaN : (wallOffset() - brokers) / 1e9;
    }

    private void follow(long to) {
        long from = offset;
        offset = to;
        if (isFar(from, to)) {
            last.set(Long.MIN_VALUE);
            LOG.warn("the gateway's time was corrected; it was {} the right time", apart(from - to));
        }
    }

    private void report(@Nullable String now) {
        if (now != null && wrong == null) {
            LOG.error("{}; meanwhile the gateway does not tick", now);
        } else if (now == null && wrong != null) {
            LOG.info("the clock of this machine is right again");
        }
        wrong = now;
    }

    private static boolean isFar(long one, long other) {
        return Math.abs(one - other) > BOUND_NANOS;
    }

    private static String apart(long nanos) {
        Duration by = Duration.ofNanos(Math.abs(nanos));
        String text = by.toDays() > 1
                ? by.toDays() + " days"
                : by.toHours() > 1 ? by.toHours() + " hours" : by.toSeconds() + " seconds";
        return text + (nanos > 0 ? " ahead of" : " behind");
    }

    private long wallOffset() {
        Instant now = wall.instant();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano() - nanoTime.getAsLong();
    }
}
