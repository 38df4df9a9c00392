package io.weir.dashboard.live;

/**
 * Bytes that were refused, as {@code metrics.rejected} keeps them.
 *
 * @param text the offending bytes as text, shortened
 * @param at the index of the offending letter in the text, or -1
 */
public record Refused(long millis, String stage, String reason, String source, String text, int at) {}
