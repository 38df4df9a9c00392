package io.weir.benchmarks.dashboard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.Pace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * Series that each change once per second, evenly spread, sent by a thread of its own until closed.
 */
final class SteadySeries implements AutoCloseable {
    private static final int PER_DATAGRAM = 10;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final int port;
    private final String[] begins;
    private final Thread thread = new Thread(this::run, "series");
    private volatile boolean isClosing;

    /**
     * Creates the series; {@link #start} starts sending.
     *
     * @param begin returns the line of a series up to its value
     */
    SteadySeries(int port, int count, IntFunction<String> begin) {
        this.port = port;
        this.begins = new String[count];
        for (int i = 0; i < count; i++) {
            begins[i] = begin.apply(i);
        }
    }

    void start() {
        thread.start();
    }

    private void run() {
        Random random = new Random(1);
        try (DatagramSocket socket = new DatagramSocket()) {
            StringBuilder lines = new StringBuilder();
            long beginNanos = System.nanoTime();
            for (long sent = 0; !isClosing; sent += PER_DATAGRAM) {
                lines.setLength(0);
                for (int i = 0; i < PER_DATAGRAM; i++) {
                    lines.append(begins[(int) ((sent + i) % begins.length)])
                            .append(random.nextInt(1_000) / 10.0)
                            .append('\n');
                }
                byte[] bytes = lines.toString().getBytes(US_ASCII);
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
                long due = beginNanos + (sent + PER_DATAGRAM) * SECOND_NANOS / begins.length;
                Pace.until(due);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
