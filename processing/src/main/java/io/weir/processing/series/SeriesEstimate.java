package io.weir.processing.series;

import io.weir.processing.window.Windows;

/** How much heap one series takes, about. Depends on its state alone, not on the JVM. {@code EstimateTest} compares it. */
final class SeriesEstimate {

    /** Of the series, its plan and its places in tables. */
    private static final int SERIES_BYTES = 384;

    /** Of an output, beside its own name. */
    private static final int OUTPUT_BYTES = 64;

    /** Of a field, whose name is shared; of what rules that derive remember of it, and of what a feed was given of it. */
    private static final int FIELD_BYTES = 32;

    private static final int HISTORY_BYTES = 96;
    private static final int MEMORY_BYTES = 96;

    private SeriesEstimate() {}

    static long bytes(SeriesPlan plan, int fields, Windows[] windows, int memories) {
        long bytes = SERIES_BYTES;
        for (OutputPlan output : plan.outputs()) {
            bytes += OUTPUT_BYTES + output.series().length;
        }
        for (Windows each : windows) {
            bytes += each.estimatedBytes();
        }
        int ofField = FIELD_BYTES + HISTORY_BYTES * plan.rules().derives().size() + MEMORY_BYTES * memories;
        return bytes + (long) fields * ofField;
    }
}
