package io.weir.query.series;

import java.util.List;

/**
 * The windows that a {@link RangeSource} reads from a tier.
 *
 * @param matchers of raw series
 * @param statistic the value of a window: not the sum, which tiers do not have by default
 * @param from the first millisecond since 1970, as {@link TierWindows} counts it
 * @param to the last millisecond
 */
public record TierQuery(List<Matcher> matchers, TierWindows windows, RangeStatistic statistic, long from, long to) {}
