package io.weir.dashboard.live;

/**
 * A record of {@code metrics.rejected} as shown to users.
 *
 * @param text the refused bytes as text, shortened
 * @param at the index of the offending character in the text, or -1
 */
public record RefusedRecord(long millis, String stage, String reason, String source, String text, int at) {}
