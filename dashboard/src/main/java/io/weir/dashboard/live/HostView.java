package io.weir.dashboard.live;

/**
 * A host as shown to users.
 *
 * @param tag the tag by which metrics name it, such as {@code hostname}; the first that arrived if
 *     there are several
 * @param host its name; empty for metrics that name no host
 * @param rate lines per second
 * @param seenMillis when the last line was received
 */
public record HostView(String tag, String host, double rate, long seenMillis, int series, long lines) {}
