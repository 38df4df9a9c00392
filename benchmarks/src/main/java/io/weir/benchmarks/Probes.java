package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Numbered datagrams of one line each, at an even pace: when each was sent, and when it was seen at the end of its way. Thread-safe. */
public final class Probes {
    private final int perSecond;
    private final IntFunction<String> line;
    private final AtomicLongArray sentNanos;
    private final AtomicLongArray seenNanos;
    private volatile int sent;

    /** @param line of a number */
    public Probes(int count, int perSecond, IntFunction<String> line) {
        this.perSecond = perSecond;
        this.line = line;
        this.sentNanos = new AtomicLongArray(count);
        this.seenNanos = new AtomicLongArray(count);
    }

    /** How many there are. */
    public int count() {
        return sentNanos.length();
    }

    /** How many have been sent. */
    public int sent() {
        return sent;
    }

    /** When each was, by {@link System#nanoTime}; 0: it was not. */
    public AtomicLongArray sentNanos() {
        return sentNanos;
    }

    /** When each was seen; 0: it was not. */
    public AtomicLongArray seenNanos() {
        return seenNanos;
    }

    /** Sends them to a door of this machine; returns when the last has left. */
    public void send(int port) {
        try (DatagramSocket socket = new DatagramSocket()) {
            long beginNanos = System.nanoTime();
            for (int i = 0; i < count(); i++) {
                long due = beginNanos + i * (1_000_000_000L / perSecond);
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
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
     * Rows of how long it took those that were sent within some seconds.
     *
     * @param before how each row begins
     * @param way from where to where
     */
    public void print(Table table, String before, int fromSecond, int toSecond, String way) {
        long[] nanos = new long[(toSecond - fromSecond) * perSecond];
        int count = 0;
        for (int i = fromSecond * perSecond; i < toSecond * perSecond; i++) {
            if (seenNanos.get(i) != 0) {
                nanos[count++] = seenNanos.get(i) - sentNanos.get(i);
            }
        }
        Arrays.sort(nanos, 0, count);
        table.row(before + "looked at", count, "of " + nanos.length);
        if (count > 0) {
            table.row(before + "median, ms", nanos[count / 2] / 1e6, way);
            table.row(before + "99 %, ms", nanos[(int) (count * 0.99)] / 1e6, "");
            table.row(before + "most, ms", nanos[count - 1] / 1e6, "");
        }
    }
}
