package io.weir.dashboard.live;

/**
 * A host as people want to see it.
 *
 * @param tag by which metrics name it, such as {@code hostname}; of several the first that came
 * @param host its name; empty for metrics that name none
 * @param rate lines per second
 * @param seenMillis when the last line was received
 */
public record HostView(String tag, String host, double rate, long seenMillis, int series, long lines) {}
