package io.weir.gateway.limit;

/**
 * Limits of each source.
 *
 * @param sources number of sources that are distinguished
 * @param lines budget of lines
 * @param series maximum number of new series per hour
 */
public record SourceSettings(int sources, LineBudget lines, int series) {}
