package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends lines of several senders to a gateway over UDP, 200 a second, one line in each datagram. A
 * line has its number in its field {@code n}, and a unique timestamp. UDP has no answers, so
 * nothing is sent again.
 */
final class UdpLoad implements AutoCloseable {

    /** Each has its own series, so that the lines are in several partitions. */
    static final int SENDERS = 8;

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final int port;
    private final DatagramSocket socket;
    private final Paced sending = new Paced("udp-load", PERIOD, () -> next(System.currentTimeMillis()));
    private final List<Long> stamps = new ArrayList<>();
    private volatile int sent;

    UdpLoad(int port) throws IOException {
        this.port = port;
        this.socket = new DatagramSocket();
        sending.start();
    }

    /** How many lines were sent; their numbers count from 0. */
    int sent() {
        return sent;
    }

    /** The timestamps of the lines in milliseconds, by number. Valid after the end. */
    List<Long> stamps() {
        return stamps;
    }

    /**
     * Ends the load with a last line of each sender whose timestamp is a minute later, so that
     * every earlier window closes.
     */
    void end() {
        sending.close();
        for (int sender = 0; sender < SENDERS; sender++) {
            next(System.currentTimeMillis() + 60_000);
        }
    }

    private void next(long nowMillis) {
        int number = stamps.size();
        long millis = number == 0 ? nowMillis : Math.max(nowMillis, stamps.get(number - 1) + 1);
        stamps.add(millis);
        byte[] line = ("udp,sender=s" + number % SENDERS + " n=" + number + "i " + millis + "000000\n").getBytes(UTF_8);
        try {
            socket.send(new DatagramPacket(line, line.length, InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sent = number + 1;
    }

    @Override
    public void close() {
        sending.close();
        socket.close();
    }
}
