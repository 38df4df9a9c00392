package io.weir.writer.tier;

import io.weir.writer.tier.StoreRequests.RefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The tables that the server refuses to compute, over several rounds. Counts each refusal, reports each table once, and
 * holds it back for longer after each refusal. Used by one thread.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    /** Number of tries after which a window is given up whose statement is at fault. */
    private static final int MOST = 12;

    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();
    /** So that a window is given up within minutes. */
    private static final long LONGEST_FOR_STATEMENT_NANOS =
            Duration.ofSeconds(30).toNanos();

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(10).toNanos();

    /** Longer than any pause, and than Kafka needs to give the windows back. */
    private static final long FORGOTTEN_AFTER_NANOS = Duration.ofHours(1).toNanos();

    private static final long NO_WINDOW = Long.MIN_VALUE;

    private final TierMeters meters;
    private final LongSupplier nanoTime;
    private final Map<TierTable, Fault> faults = new HashMap<>();

    /**
     * The latest refusal of a table.
     *
     * @param fromMillis start of the window, until it is computed
     * @param times how often the statement for this window was at fault
     * @param isNext whether the window before was given up
     * @param pauseNanos the table is not tried for this time, from the other on; 0 for none
     */
    private record Fault(long fromMillis, int times, boolean isNext, long pauseNanos, long sinceNanos) {}

    Refusals(TierMeters meters, LongSupplier nanoTime) {
        this.meters = meters;
        this.nanoTime = nanoTime;
    }

    /** Whether it is too early to try a table again. */
    boolean isHeld(TierTable table) {
        Fault fault = faults.get(table);
        return fault != null && nanoTime.getAsLong() - fault.sinceNanos < fault.pauseNanos;
    }

    /**
     * Counts a refusal. A window is given up after several refusals of its statement; {@link Chunks} then have tried the
     * window alone. The next window is given up at the first refusal of its statement.
     *
     * @return the end of the window that is given up; the start if it is tried again
     */
    long givenUp(Work work, RefusedException why) {
        meters.failed();
        TierTable table = work.table();
        long from = work.next().fromMillis();
        Fault before = faults.get(table);
        if (before == null) {
            LOG.atLevel(why.isForbidden() ? Level.ERROR : Level.WARN)
                    .log(
                            "the store refuses to compute {} from_ms={} reason={}; others go on, the writer tries again",
                            table.named(),
                            from,
                            why.getMessage());
        }
        Fault same = before != null && before.fromMillis == from ? before : new Fault(from, 0, false, 0, 0);
        boolean isNext = same.isNext;
        int times = same.times + (why.isStatement() ? 1 : 0);
        if (times < MOST) {
            long longest = why.isStatement() ? LONGEST_FOR_STATEMENT_NANOS : LONGEST_PAUSE_NANOS;
            long pause = before == null ? 0 : 2 * before.pauseNanos;
            faults.put(
                    table,
                    new Fault(
                            from,
                            times,
                            isNext,
                            Math.min(longest, Math.max(FIRST_PAUSE_NANOS, pause)),
                            nanoTime.getAsLong()));
            return from;
        }
        long to = from + table.tier().window().toMillis();
        faults.put(table, new Fault(to, MOST - 1, true, 0, nanoTime.getAsLong()));
        meters.refused();
        if (!isNext) {
            LOG.error(
                    "the store refuses to compute {} from_ms={} to_ms={} reason={}; given up, this window stays"
                            + " unchanged, and so do the next ones that it refuses",
                    table.named(),
                    from,
                    to,
                    why.getMessage());
        }
        return to;
    }

    /**
     * Some windows of a table are computed. Later ones say nothing about those that were refused, which may wait in
     * Kafka.
     *
     * @param work what remains
     */
    void computed(Work work, TimeRange windows) {
        TierTable table = work.table();
        Fault fault = faults.get(table);
        if (fault == null) {
            return;
        }
        boolean isOver = fault.fromMillis == NO_WINDOW
                || (fault.fromMillis >= windows.fromMillis() && fault.fromMillis < windows.toMillis());
        if (isOver && work.isDone()) {
            faults.remove(table);
            LOG.info("the store computes again {}", table.named());
        } else if (isOver) {
            faults.put(table, new Fault(NO_WINDOW, 0, false, 0, nanoTime.getAsLong()));
        }
    }

    /** Forgets tables that were not refused for long, such as dropped ones. Others may wait in Kafka meanwhile. */
    void forgetOld() {
        long now = nanoTime.getAsLong();
        faults.values().removeIf(fault -> now - fault.sinceNanos > FORGOTTEN_AFTER_NANOS);
    }
}
