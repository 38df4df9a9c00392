package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.StampLimits;

/**
 * Settings of one intake.
 *
 * @param partitions number of partitions of {@code metrics.raw}
 * @param batchBytes length at which a batch is flushed
 * @param knownSeries maximum number of cached series
 * @param knownSeriesBytes maximum memory for cached series, in bytes
 * @param rejectsPerSecond maximum number of rejected lines, and of KiB, that are handed over per
 *     second
 */
public record IntakeSettings(
        int partitions,
        int batchBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits) {}
