package io.weir.gateway.limit;

import java.util.List;

/**
 * What an operator said of what senders may send.
 *
 * @param allowed who may send at all; none is everybody
 * @param sources how many sources are told apart
 * @param linesOfSource how many lines each source may send
 * @param seriesOfSource how many new series a source may bring in an hour
 * @param seriesOfMeasurement how many new series of a measurement may come in an hour
 * @param lines how large lines may be
 */
public record LimitSettings(
        List<AddressRange> allowed,
        int sources,
        LineBudget linesOfSource,
        int seriesOfSource,
        int seriesOfMeasurement,
        LineLimits lines) {
    /** How many sources are told apart if nothing else is said: a farm of 100 000, with room in every corner of the table. */
    public static final int SOURCES = 262_144;

    /** Everything is let in; sources are only counted, and few of them. */
    public static final LimitSettings NONE = new LimitSettings(
            List.of(), 1024, LineBudget.UNLIMITED, LineLimits.NONE, LineLimits.NONE, LineLimits.UNLIMITED);

    /** Whether a source has the same budgets by both. */
    boolean hasBudgetsOf(LimitSettings other) {
        return sources == other.sources
                && linesOfSource.equals(other.linesOfSource)
                && seriesOfSource == other.seriesOfSource
                && seriesOfMeasurement == other.seriesOfMeasurement;
    }
}
