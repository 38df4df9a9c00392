package io.weir.dashboard.live;

/**
 * A host as shown to users.
 *
 * @param tag the tag by which metrics name the host, such as {@code hostname}; the first that
 *     arrived if there are several
 * @param host the name of the host; empty for metrics that name no host
 * @param rate lines per second
 * @param seenMillis when the last line was received
 * @param series number of followed series
 * @param lines number of lines received
 */
public record HostView(String tag, String host, double rate, long seenMillis, int series, long lines) {}
