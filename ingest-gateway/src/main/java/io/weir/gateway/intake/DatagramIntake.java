package io.weir.gateway.intake;

import java.net.SocketAddress;

/** What a datagram socket gives its datagrams to: line protocol itself, or what translates into it. Belongs to one event loop. */
public interface DatagramIntake {
    /**
     * Takes in one datagram. Nothing is thrown for what is in it: every byte ends in a metric or is counted.
     *
     * @param bytes the caller's again afterwards
     * @param source who sent it, never null
     * @param receivedNanos since the epoch, by the {@link ReceiveClock}
     */
    void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);

    /** How many lines there are in a datagram that is dropped; 1 for whoever would have to read it to know. */
    default int linesIn(byte[] bytes, int from, int to) {
        return 1;
    }

    /** About how many lines there are in a datagram of which nothing may be read; costs next to nothing. */
    default int unreadLinesIn(byte[] bytes, int from, int to) {
        return 1;
    }

    /** Refuses all that is in a datagram, unread. */
    default void refuseAll(String reason, byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        lines().refuse(reason, bytes, from, to, from, source, receivedNanos);
    }

    /** Where its lines end up, to be flushed when nothing more comes for the moment. */
    LineIntake lines();
}
