package io.weir.gateway.intake;

import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampLimits;
import java.util.List;

/**
 * Settings of one intake.
 *
 * @param partitions number of partitions of {@code metrics.raw}
 * @param batchBytes length at which a batch is flushed
 * @param knownSeries maximum number of cached series
 * @param knownSeriesBytes maximum memory for cached series, in bytes
 * @param rejectsPerSecond maximum number of rejected lines, and of KiB, that are handed over per
 *     second
 * @param aggregations fields that are aggregated here; the first match decides
 */
public record IntakeSettings(
        int partitions,
        int batchBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits,
        List<SourceAggregation> aggregations) {
    /** Copies the list. */
    public IntakeSettings {
        aggregations = List.copyOf(aggregations);
    }
}
