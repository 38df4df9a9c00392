package io.weir.gateway.intake;

import java.net.SocketAddress;

/** Datagrams with messages of a text protocol, one on each line that is not blank. */
public record TextDatagrams(Mapping mapping) implements DatagramIntake {

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (lines().countDatagram(to - from)) {
            mapping.messages(bytes, from, to, source, receivedNanos);
        }
    }

    @Override
    public int linesIn(byte[] bytes, int from, int to) {
        int lines = 0;
        for (int at = from; at < to; at = Words.lineEnd(bytes, at, to) + 1) {
            lines += isBlank(bytes, at, Words.lineEnd(bytes, at, to)) ? 0 : 1;
        }
        return lines;
    }

    @Override
    public int unreadLinesIn(byte[] bytes, int from, int to) {
        return linesIn(bytes, from, to);
    }

    @Override
    public void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        for (int at = from; at < to; at = Words.lineEnd(bytes, at, to) + 1) {
            int end = Words.lineEnd(bytes, at, to);
            if (!isBlank(bytes, at, end)) {
                lines().refuse(reason, bytes, at, end, at, source, receivedNanos);
            }
        }
    }

    @Override
    public LineIntake lines() {
        return mapping.lines();
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        return Words.start(bytes, from, to) == to;
    }
}
