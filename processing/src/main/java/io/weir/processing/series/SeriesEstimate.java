package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.aggregate.Contributions;
import io.weir.processing.aggregate.LeftGroup;
import io.weir.processing.aggregate.SeriesWindows;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.suppress.FeedFilters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the heap of one series. Depends on its state alone, not on the JVM.
 * {@code EstimateTest} verifies it.
 */
final class SeriesEstimate {

    /** Bytes of a series, its plan and its places in tables. */
    private static final int SERIES_BYTES = 384;

    /** Bytes of an output without its own name. */
    private static final int OUTPUT_BYTES = 64;

    /** Bytes of a field without its shared name. */
    private static final int FIELD_BYTES = 32;

    /**
     * Bytes of a field's places in the tables of a derive rule, which every field of the series
     * has.
     */
    private static final int DERIVE_BYTES = 12;

    private static final int FEEDS = Feed.values().length;

    /** Bytes of a field's filter for a feed, with one short value. */
    private static final int FILTER_BYTES = 144;

    private SeriesEstimate() {}

    /** Estimated heap bytes without histories. */
    static long bytes(
            SeriesPlan plan,
            int fields,
            SeriesWindows[] windows,
            Contributions[] groups,
            List<LeftGroup> left,
            @Nullable FeedFilters[] filters) {
        long bytes = SERIES_BYTES;
        for (OutputPlan output : plan.outputs()) {
            bytes += OUTPUT_BYTES + output.series().length;
        }
        for (SeriesWindows each : windows) {
            bytes += each.estimatedBytes();
        }
        for (Contributions each : groups) {
            bytes += each.estimatedBytes();
        }
        for (GroupPlan each : plan.groups()) {
            bytes += (long) Long.BYTES * each.tags().length;
        }
        for (LeftGroup each : left) {
            bytes += (long) Long.BYTES * each.plan().tags().length
                    + each.plan().key().bytes().length
                    + each.plan().member().length
                    + each.contributions().estimatedBytes();
        }
        int ofField = FIELD_BYTES + DERIVE_BYTES * plan.rules().derives().size();
        for (int i = 0; i < filters.length; i++) {
            FeedFilters each = filters[i];
            if (each != null) {
                int output = i / FEEDS;
                int results = output == 0
                        ? 1
                        : plan.rules().aggregates().get(output - 1).functions().size();
                ofField += FILTER_BYTES * results;
                bytes += each.extraBytes();
            }
        }
        return bytes + (long) fields * ofField;
    }
}
