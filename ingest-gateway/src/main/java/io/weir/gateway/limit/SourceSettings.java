package io.weir.gateway.limit;

/**
 * What each source may do.
 *
 * @param sources how many sources are told apart
 * @param lines how many lines it may send
 * @param series how many new series it may bring in an hour
 */
public record SourceSettings(int sources, LineBudget lines, int series) {}
