package io.weir.writer.tier;

import io.weir.writer.tier.StoreRequests.RefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that the server refuses to compute, over several rounds. Counts each refusal, and reports each table once.
 * Used by one thread.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    /** Number of tries after which a window is given up whose statement is at fault. */
    private static final int MOST = 12;

    private final TierMeters meters;
    private final Map<TierTable, Fault> faults = new HashMap<>();

    /**
     * The latest refusal of a table.
     *
     * @param times how often the statement for this window was at fault
     * @param isNext whether the window before was given up
     */
    private record Fault(long fromMillis, int times, boolean isNext) {}

    Refusals(TierMeters meters) {
        this.meters = meters;
    }

    /**
     * Counts a refusal. A window is given up for its statement alone, which {@link Chunks} then have tried alone; the
     * next window is given up at once if it is refused, too.
     *
     * @return the end of the window that is given up; the start if it is tried again
     */
    long givenUp(Work work, RefusedException why) {
        meters.failed();
        TierTable table = work.table();
        long from = work.next().fromMillis();
        Fault before = faults.get(table);
        if (before == null) {
            LOG.warn(
                    "the store refuses to compute tier={} measurement={} from_ms={} reason={}; others go on, the writer"
                            + " tries again",
                    table.tier().name(),
                    table.measurement().orElse(""),
                    from,
                    why.getMessage());
        }
        Fault fault = before != null && before.fromMillis == from ? before : new Fault(from, 0, false);
        int times = fault.times + (why.isStatement() ? 1 : 0);
        if (times < MOST) {
            faults.put(table, new Fault(from, times, fault.isNext));
            return from;
        }
        long to = from + table.tier().window().toMillis();
        faults.put(table, new Fault(to, MOST - 1, true));
        meters.refused();
        if (!fault.isNext) {
            LOG.error(
                    "the store refuses to compute tier={} measurement={} from_ms={} to_ms={} reason={}; given up, this"
                            + " window stays unchanged, and so do the next ones that it refuses",
                    table.tier().name(),
                    table.measurement().orElse(""),
                    from,
                    to,
                    why.getMessage());
        }
        return to;
    }

    /** All windows of a table are computed. */
    void computed(TierTable table) {
        if (faults.remove(table) != null) {
            LOG.info(
                    "the store computes again tier={} measurement={}",
                    table.tier().name(),
                    table.measurement().orElse(""));
        }
    }

    /** Forgets all other tables, such as dropped ones. */
    void retain(List<Work> refused) {
        faults.keySet().retainAll(refused.stream().map(Work::table).collect(Collectors.toSet()));
    }
}
