package io.weir.gateway.intake;

import io.weir.gateway.limit.LineCount;
import java.net.SocketAddress;

/** Datagrams with messages of a text protocol, one on each line. */
public record TextDatagrams(Mapping mapping) implements DatagramIntake {

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (lines().countDatagram(to - from)) {
            mapping.messages(bytes, from, to, source, receivedNanos);
        }
    }

    @Override
    public int linesIn(byte[] bytes, int from, int to) {
        return LineCount.ofUnread(bytes, from, to);
    }

    @Override
    public int unreadLinesIn(byte[] bytes, int from, int to) {
        return LineCount.ofUnread(bytes, from, to);
    }

    @Override
    public LineIntake lines() {
        return mapping.lines();
    }
}
