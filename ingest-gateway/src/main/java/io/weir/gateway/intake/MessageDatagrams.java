package io.weir.gateway.intake;

import java.net.SocketAddress;

/** Datagrams that are one message each. */
public record MessageDatagrams(LineIntake lines, MessageIntake messages) implements DatagramIntake {

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (lines.countDatagram(to - from)) {
            messages.message(bytes, from, to, source, receivedNanos);
        }
    }
}
