package io.weir.dashboard.live;

/**
 * A host as people want to see it.
 *
 * @param host its name; empty for metrics that name none
 * @param rate lines per second
 * @param seenMillis when the last line was received
 */
public record HostView(String host, double rate, long seenMillis, int series, long lines) {}
