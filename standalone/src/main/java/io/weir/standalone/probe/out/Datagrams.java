package io.weir.standalone.probe.out;

import io.weir.contract.line.LineBuffer;

/** Divides lines into datagrams that a network transports without fragmentation. */
public final class Datagrams {
    /** The payload of an Ethernet frame, less the headers of IPv6, UDP and a tunnel. */
    public static final int MAX_BYTES = 1400;

    /**
     * Receives one datagram: the bytes from {@code from} up to {@code to}, which contain
     * {@code lines} whole lines.
     */
    interface Sink {
        void accept(byte[] bytes, int from, int to, int lines);
    }

    private Datagrams() {}

    /**
     * Each datagram gets as many whole lines as fit. A line that exceeds the limit gets its own
     * datagram.
     */
    static void cut(LineBuffer lines, Sink sink) {
        byte[] bytes = lines.array();
        int from = 0;
        int to = 0;
        int count = 0;
        for (int at = 0; at < lines.length(); at++) {
            if (bytes[at] != '\n') {
                continue;
            }
            if (count > 0 && at + 1 - from > MAX_BYTES) {
                sink.accept(bytes, from, to, count);
                from = to;
                count = 0;
            }
            to = at + 1;
            count++;
        }
        if (count > 0) {
            sink.accept(bytes, from, to, count);
        }
    }
}
