package io.weir.gateway.intake;

/**
 * What an intake is told when it is built.
 *
 * @param partitions of the topic that batches go to
 * @param batchBytes the length at which a batch leaves
 * @param knownSeries at most this many series are remembered
 * @param knownSeriesBytes and at most this many bytes of them
 * @param rejectsPerSecond at most this many refused lines, and as many KiB, are handed on in a second
 */
public record IntakeSettings(
        int partitions,
        int batchBytes,
        int knownSeries,
        long knownSeriesBytes,
        int rejectsPerSecond,
        StampLimits limits) {}
