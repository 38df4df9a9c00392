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

    /** Where its lines end up, to be flushed when nothing more comes for the moment. */
    LineIntake lines();
}
