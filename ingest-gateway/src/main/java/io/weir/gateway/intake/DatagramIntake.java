package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.ReceiveClock;
import java.net.SocketAddress;

/**
 * Consumer of the datagrams of a socket: {@link LineDatagrams}, or a translator of another protocol.
 * Belongs to one event loop.
 */
public interface DatagramIntake {
    /**
     * Consumes one datagram. Never throws because of its content: every byte ends in a metric or is
     * counted.
     *
     * @param bytes not retained; the caller may reuse them afterwards
     * @param source the sender's address, never null
     * @param receivedNanos receive time since the epoch, by the {@link ReceiveClock}
     */
    void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);

    /**
     * Number of lines in a datagram that is dropped. Returns 1 if counting would require parsing.
     */
    default int linesIn(byte[] bytes, int from, int to) {
        return 1;
    }

    /** Approximate number of lines in a datagram that must not be parsed. Costs next to nothing. */
    default int unreadLinesIn(byte[] bytes, int from, int to) {
        return 1;
    }

    /** Rejects the whole content of a datagram without parsing it. */
    default void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        lines().refuse(reason, bytes, from, to, from, source, receivedNanos);
    }

    /**
     * The intake that receives the resulting lines. The caller flushes it when no more input is
     * pending.
     */
    LineIntake lines();
}
