package io.weir.standalone.send;

import java.util.Locale;

/**
 * What has left.
 *
 * @param bad of the lines, those that no gateway takes
 * @param tooLong lines that fit into no datagram, and were left out
 * @param nanos from the first to the last
 */
public record Sent(long datagrams, long lines, long bad, long tooLong, long bytes, long nanos) {
    /** Lines per second, over all of the time. */
    public double rate() {
        return nanos == 0 ? 0 : lines * 1e9 / nanos;
    }

    /** A number as people read it. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }
}
