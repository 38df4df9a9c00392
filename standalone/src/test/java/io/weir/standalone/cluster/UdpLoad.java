package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends lines of some senders to a gateway over UDP, 200 a second, each in a datagram of its own. A line has its number in its field
 * {@code n}, and a stamp that no other has. Nobody answers, so nothing is sent again.
 */
final class UdpLoad implements AutoCloseable {

    /** Each has a series, so that the lines are in several partitions. */
    static final int SENDERS = 8;

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final int port;
    private final DatagramSocket socket;
    private final Thread thread = new Thread(this::run, "udp-load");
    private final List<Long> stamps = new ArrayList<>();
    private volatile boolean isClosing;
    private volatile int sent;

    UdpLoad(int port) throws IOException {
        this.port = port;
        this.socket = new DatagramSocket();
        thread.start();
    }

    /** How many lines were sent; their numbers count from 0. */
    int sent() {
        return sent;
    }

    /** The stamps of the lines in milliseconds, by number; to be asked once it has ended. */
    List<Long> stamps() {
        return stamps;
    }

    /** Ends it, after a last line of each sender that is a minute later by its stamp, so that every window before it is closed. */
    void end() {
        join();
        for (int sender = 0; sender < SENDERS; sender++) {
            next(System.currentTimeMillis() + 60_000);
        }
    }

    private void run() {
        long due = System.nanoTime();
        while (!isClosing) {
            next(System.currentTimeMillis());
            due = Math.max(due + PERIOD_NANOS, System.nanoTime() - PERIOD_NANOS);
            LockSupport.parkNanos(due - System.nanoTime());
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

    private void join() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        join();
        socket.close();
    }
}
