package io.weir.benchmarks.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntFunction;

/**
 * Numbered datagrams of one line each, at a constant rate, with their times of sending and arrival.
 * Thread-safe.
 */
public final class Probes {
    private final int perSecond;
    private final IntFunction<String> line;
    private final AtomicLongArray sentNanos;
    private final AtomicLongArray seenNanos;
    private volatile int sent;

    /** @param line returns the line of a number */
    public Probes(int count, int perSecond, IntFunction<String> line) {
        this.perSecond = perSecond;
        this.line = line;
        this.sentNanos = new AtomicLongArray(count);
        this.seenNanos = new AtomicLongArray(count);
    }

    /** Returns the number of probes. */
    public int count() {
        return sentNanos.length();
    }

    /** Returns the number of sent probes. */
    public int sent() {
        return sent;
    }

    /** Returns when each was sent, by {@link System#nanoTime}; 0 if it was not. */
    public AtomicLongArray sentNanos() {
        return sentNanos;
    }

    /** Returns when each arrived; 0 if it did not. */
    public AtomicLongArray seenNanos() {
        return seenNanos;
    }

    /** Sends the probes to an input of this machine; returns after the last is sent. */
    public void send(int port) {
        try (DatagramSocket socket = new DatagramSocket()) {
            long beginNanos = System.nanoTime();
            for (int i = 0; i < count(); i++) {
                long due = beginNanos + i * (1_000_000_000L / perSecond);
                Pace.until(due);
                byte[] bytes = line.apply(i).getBytes(US_ASCII);
                sentNanos.set(i, System.nanoTime());
                sent = i + 1;
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Adds rows with the latency of the probes sent in these seconds.
     *
     * @param before prefix of each row
     * @param way the measured route
     */
    public void print(Table table, String before, int fromSecond, int toSecond, String way) {
        int from = fromSecond * perSecond;
        int to = toSecond * perSecond;
        Latencies latencies = Latencies.between(sentNanos, seenNanos, from, to);
        table.row(before + "looked at", latencies.count(), "of " + (to - from));
        latencies.print(table, before, way, "");
    }
}
