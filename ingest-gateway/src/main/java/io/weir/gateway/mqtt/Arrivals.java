package io.weir.gateway.mqtt;

import io.weir.gateway.consume.Message;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivered messages of a connection that wait to be taken. While too many wait, the connection is
 * not read, so the broker keeps the others. The connection's event loop adds messages, another
 * thread takes them.
 */
final class Arrivals {
    /** Packet identifier of a message that is not acknowledged. */
    static final int UNACKNOWLEDGED = 0;

    private static final int MOST_BYTES = 64 << 20;

    private final BlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();
    private final int mostMessages;
    private @Nullable Consumer<Boolean> reading;
    private long waitingBytes;
    private boolean isPaused;
    private boolean wasPaused;
    private long lastNumber;
    private volatile @Nullable String end;

    /** A message and its packet identifier. */
    record Arrival(Message message, int packetId) {}

    /** Pauses the connection while this many messages wait. */
    Arrivals(int mostMessages) {
        this.mostMessages = mostMessages;
    }

    /** {@code reading} stops and continues the connection. */
    synchronized void pauseBy(Consumer<Boolean> reading) {
        this.reading = reading;
    }

    private static long weight(Message message) {
        return message.body().length + 2L * message.topic().length();
    }

    /** Adds a message. */
    void add(String topic, byte[] body, long time, int packetId) {
        Message message = new Message(++lastNumber, body, time, topic, topic);
        synchronized (this) {
            waitingBytes += weight(message);
        }
        waiting.add(new Arrival(message, packetId));
    }

    /** Stops reading the connection if enough messages wait. */
    synchronized void pauseIfFull() {
        if (!isPaused && (waiting.size() >= mostMessages || waitingBytes >= MOST_BYTES)) {
            isPaused = true;
            wasPaused = true;
            read(false);
        }
    }

    /** Whether the connection was not read for a while since the last call. */
    synchronized boolean mayHavePaused() {
        boolean result = wasPaused;
        wasPaused = isPaused;
        return result;
    }

    /** No more will arrive. The first reason counts. */
    synchronized void end(String why) {
        if (end == null) {
            end = why;
        }
    }

    /**
     * The next message; null if none arrives within this time.
     *
     * @throws IOException if no more will arrive
     */
    @Nullable
    Arrival poll(long nanos) throws IOException, InterruptedException {
        String why = end;
        if (why != null) {
            throw new IOException(why);
        }
        Arrival next = waiting.poll(nanos, TimeUnit.NANOSECONDS);
        if (next != null) {
            taken(weight(next.message()));
        }
        return next;
    }

    private synchronized void taken(long bytes) {
        waitingBytes -= bytes;
        if (isPaused && waiting.size() <= mostMessages / 2 && waitingBytes <= MOST_BYTES / 2) {
            isPaused = false;
            read(true);
        }
    }

    private void read(boolean isRead) {
        if (reading != null) {
            reading.accept(isRead);
        }
    }
}
