package io.weir.gateway.intake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time it is, for all threads of a gateway together. It passes as the monotonic clock does and follows the wall clock once a second, as
 * long as that is {@link #BOUND} or less from the time of Kafka's brokers. A wall clock that is further from it is wrong: then the gateway
 * goes by the brokers' time, and {@link #isRight} not. Never goes back, so that nothing received after a tick bears an earlier time, unless
 * it was itself further than that from what is right. Thread-safe.
 */
public final class ReceiveClock {

    /** Half of what one gateway may be ahead of another. */
    public static final Duration BOUND = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveClock.class);
    private static final long BOUND_NANOS = BOUND.toNanos();

    private final Clock wall;
    private final LongSupplier nanoTime;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    /** Of the time over the monotonic clock. */
    private volatile long offset;

    private volatile @Nullable Long brokersOffset;
    private volatile long wasAheadNanos;
    private boolean isCompared;
    private volatile boolean isAsked;
    private volatile @Nullable String wrong;

    /**
     * Begins with the time of the wall clock.
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

    /** The brokers answered: when the monotonic clock showed the first, they showed the second, in nanoseconds since the epoch. */
    public void brokersShow(long monotonicNanos, long brokersNanos) {
        brokersOffset = brokersNanos - monotonicNanos;
        isAsked = true;
    }

    /** The brokers were asked, and nobody knows what time they have. */
    public void brokersAreSilent() {
        isAsked = true;
    }

    /** Compares the wall clock with the brokers'; call it every second, and once the brokers have answered for the first time. */
    public synchronized void check() {
        long wallOffset = wallOffset();
        Long brokers = brokersOffset;
        if (brokers != null && isFar(wallOffset, brokers)) {
            wasAheadNanos = isCompared ? wasAheadNanos : offset - brokers;
            follow(brokers);
            say("the clock of this machine is " + apart(wallOffset - brokers)
                    + " Kafka's: set that right which is wrong");
        } else if (brokers == null && isFar(wallOffset, offset)) {
            say("the clock of this machine was set, and is now " + apart(wallOffset - offset)
                    + " what it would show: whether that is right is known once Kafka answers");
        } else {
            follow(wallOffset);
            say(null);
        }
        isCompared |= brokers != null;
    }

    /**
     * How far the time before the first comparison with the brokers was ahead of theirs, in nanoseconds; below 0 if it was behind,
     * and 0 if it was right.
     */
    public long wasAheadNanos() {
        return wasAheadNanos;
    }

    /** Whether the brokers were asked and the wall clock is right, as far as can be known: otherwise the gateway must not tick. */
    public boolean isRight() {
        return wrong() == null;
    }

    /** Why the gateway must not tick; null if it may. */
    public @Nullable String wrong() {
        String known = wrong;
        return known == null && !isAsked
                ? "no answer from Kafka's brokers yet to what time it is: the gateway does not tick"
                : known;
    }

    /** How far the wall clock is ahead of the brokers, in seconds; below 0 if it is behind, NaN if that is not known. */
    public double aheadSeconds() {
        Long brokers = brokersOffset;
        return brokers == null ? Double.NaN : (wallOffset() - brokers) / 1e9;
    }

    private void follow(long to) {
        long from = offset;
        offset = to;
        if (isFar(from, to)) {
            last.set(Long.MIN_VALUE);
            LOG.warn("the gateway's time was {} what it is now", apart(from - to));
        }
    }

    private void say(@Nullable String now) {
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
