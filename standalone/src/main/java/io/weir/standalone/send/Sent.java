package io.weir.standalone.send;

import java.util.Locale;

/**
 * The totals of a run.
 *
 * @param bad sent lines that a gateway refuses
 * @param tooLong lines that were not sent, because they do not fit into a datagram
 * @param nanos from the first to the last datagram
 */
public record Sent(long datagrams, long lines, long bad, long tooLong, long bytes, long nanos) {
    /** The average number of lines per second. */
    public double rate() {
        return nanos == 0 ? 0 : lines * 1e9 / nanos;
    }

    /** Formats a number with digit grouping. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }
}
