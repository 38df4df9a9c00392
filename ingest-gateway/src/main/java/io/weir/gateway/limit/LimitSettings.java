package io.weir.gateway.limit;

import java.util.List;

/**
 * The operator's limits for senders.
 *
 * @param allowed addresses that may send; empty for all
 * @param sources number of sources that are distinguished
 * @param linesOfSource budget of lines of each source
 * @param seriesOfSource maximum number of new series of a source per hour
 * @param seriesOfMeasurement maximum number of new series of a measurement per hour
 * @param lines maximum sizes of lines
 */
public record LimitSettings(
        List<AddressRange> allowed,
        int sources,
        LineBudget linesOfSource,
        int seriesOfSource,
        int seriesOfMeasurement,
        LineLimits lines) {
    /**
     * Default number of distinguished sources: enough for a farm of 100 000, even with an uneven
     * distribution over the table.
     */
    public static final int SOURCES = 262_144;

    /** No limits. Sources are only counted, and only a few of them. */
    public static final LimitSettings NONE = new LimitSettings(
            List.of(), 1024, LineBudget.UNLIMITED, LineLimits.NONE, LineLimits.NONE, LineLimits.UNLIMITED);

    /** Whether sources have the same budgets under both settings. */
    boolean hasBudgetsOf(LimitSettings other) {
        return sources == other.sources
                && linesOfSource.equals(other.linesOfSource)
                && seriesOfSource == other.seriesOfSource
                && seriesOfMeasurement == other.seriesOfMeasurement;
    }
}
