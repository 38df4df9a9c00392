package io.weir.standalone.probe;

import io.weir.contract.line.LineBuffer;

/** Cuts lines into datagrams that a network takes without fragments. */
final class Datagrams {
    /** What an Ethernet frame holds, less the headers of IPv6, UDP and a tunnel. */
    static final int MAX_BYTES = 1400;

    /** Takes one datagram: bytes from {@code from} up to {@code to}, which are {@code lines} whole lines. */
    interface Sink {
        void accept(byte[] bytes, int from, int to, int lines);
    }

    private Datagrams() {}

    /** As many whole lines as fit into each; a line that is longer than a datagram should be goes alone. */
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
