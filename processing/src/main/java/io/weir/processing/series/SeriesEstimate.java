package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.repeat.FeedMemory;
import io.weir.processing.window.Windows;
import org.jspecify.annotations.Nullable;

/** How much heap one series takes, about. Depends on its state alone, not on the JVM. {@code EstimateTest} compares it. */
final class SeriesEstimate {

    /** Of the series, its plan and its places in tables. */
    private static final int SERIES_BYTES = 384;

    /** Of an output, beside its own name. */
    private static final int OUTPUT_BYTES = 64;

    /** Of a field, whose name is shared. */
    private static final int FIELD_BYTES = 32;

    /** Of a field's places in the tables of a rule that derives, which each field of the series has. */
    private static final int DERIVE_BYTES = 12;

    private static final int FEEDS = Feed.values().length;

    /** Of what a feed was given of a field, with one short value. */
    private static final int MEMORY_BYTES = 144;

    private SeriesEstimate() {}

    /** Beside histories. */
    static long bytes(SeriesPlan plan, int fields, Windows[] windows, @Nullable FeedMemory[] memories) {
        long bytes = SERIES_BYTES;
        for (OutputPlan output : plan.outputs()) {
            bytes += OUTPUT_BYTES + output.series().length;
        }
        for (Windows each : windows) {
            bytes += each.estimatedBytes();
        }
        int ofField = FIELD_BYTES + DERIVE_BYTES * plan.rules().derives().size();
        for (int i = 0; i < memories.length; i++) {
            FeedMemory memory = memories[i];
            if (memory != null) {
                int output = i / FEEDS;
                int results = output == 0
                        ? 1
                        : plan.rules().aggregates().get(output - 1).functions().size();
                ofField += MEMORY_BYTES * results;
                bytes += memory.extraBytes();
            }
        }
        return bytes + (long) fields * ofField;
    }
}
