package io.weir.query.series;

/**
 * Windows of time, each at a multiple of its length since 1970.
 *
 * @param from first millisecond whose values count; not before 1970
 * @param to last millisecond whose values count
 * @param step length of a window in milliseconds
 * @param mostRows limit of moments of a measurement; the earliest ones beyond it are left out
 */
public record Windows(long from, long to, long step, int mostRows) {}
