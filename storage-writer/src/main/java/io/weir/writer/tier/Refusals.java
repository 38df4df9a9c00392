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

    /** Number of rounds after which windows are given up whose statement is at fault. */
    private static final int MOST = 12;

    private final TierMeters meters;
    /** How often the statements of refused tables were at fault. */
    private final Map<TierTable, Integer> statements = new HashMap<>();

    Refusals(TierMeters meters) {
        this.meters = meters;
    }

    /** @return whether the first range is given up, instead of tried again */
    boolean isGivenUp(Work work, RefusedException why) {
        meters.failed();
        TierTable table = work.table();
        Integer before = statements.get(table);
        if (before == null) {
            LOG.warn(
                    "the store refuses to compute tier={} measurement={} from_ms={} reason={}; others go on, the writer"
                            + " tries again",
                    table.tier().name(),
                    table.measurement().orElse(""),
                    work.next().fromMillis(),
                    why.getMessage());
        }
        int now = (before == null ? 0 : before) + (why.isStatement() ? 1 : 0);
        statements.put(table, now % MOST);
        if (now < MOST) {
            return false;
        }
        meters.refused();
        LOG.error(
                "the store refuses to compute late lines tier={} measurement={} from_ms={} to_ms={} reason={};"
                        + " given up, these windows stay unchanged",
                table.tier().name(),
                table.measurement().orElse(""),
                work.next().fromMillis(),
                work.next().toMillis(),
                why.getMessage());
        return true;
    }

    /** All windows of a table are computed. */
    void computed(TierTable table) {
        if (statements.remove(table) != null) {
            LOG.info(
                    "the store computes again tier={} measurement={}",
                    table.tier().name(),
                    table.measurement().orElse(""));
        }
    }

    /** Forgets all other tables, such as dropped ones. */
    void retain(List<Work> refused) {
        statements.keySet().retainAll(refused.stream().map(Work::table).collect(Collectors.toSet()));
    }
}
