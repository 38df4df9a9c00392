package io.weir.benchmarks.dashboard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of the live stream that behaves like a browser. Reads in a thread of its own, at full
 * speed or slowly. Records the age of the values, and counts values older than those it already
 * has.
 */
final class Client implements AutoCloseable {
    private static final int SLOW_BYTES = 256;
    private static final int SLOW_BUFFER = 4 << 10;
    private static final int MOST_AGES = 100_000;

    private final int port;
    private final String selector;
    private final int everyMillis;
    private final int bytesPerSecond;
    private final Thread thread = new Thread(null, this::run, "client", 256 << 10);
    private final Map<Integer, Long> stamps = new HashMap<>();
    private final long[] ages = new long[MOST_AGES];
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong older = new AtomicLong();
    private final AtomicLong broken = new AtomicLong();
    private volatile boolean isClosing;
    private int fromCount;

    /**
     * Connects immediately.
     *
     * @param everyMillis the least time between two events that it asks the server for
     * @param bytesPerSecond how much it reads; 0 for no limit
     */
    Client(int port, String selector, int everyMillis, int bytesPerSecond) {
        this.port = port;
        this.selector = selector;
        this.everyMillis = everyMillis;
        this.bytesPerSecond = bytesPerSecond;
        thread.start();
    }

    /** Excludes the values read so far. */
    void begin() {
        fromCount = count.get();
    }

    /**
     * Returns the ages of the events when they were read, in milliseconds, by the youngest value of
     * each.
     */
    long[] ages() {
        return Arrays.copyOfRange(ages, fromCount, count.get());
    }

    /** Returns the number of values that were older than a known one of the same line. */
    long older() {
        return older.get();
    }

    /** Returns how often the server closed the connection. */
    long broken() {
        return broken.get();
    }

    private void run() {
        while (!isClosing) {
            try (Socket socket = new Socket()) {
                if (bytesPerSecond > 0) {
                    socket.setReceiveBufferSize(SLOW_BUFFER);
                }
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                // HTTP/1.0 prevents a chunked body.
                socket.getOutputStream()
                        .write(("GET /api/live?every=" + everyMillis + "&q=" + selector
                                        + " HTTP/1.0\r\nHost: localhost\r\n\r\n")
                                .getBytes(US_ASCII));
                stamps.clear();
                read(socket.getInputStream());
            } catch (IOException e) {
                // Counted below.
            }
            broken.addAndGet(isClosing ? 0 : 1);
        }
    }

    private void read(InputStream in) throws IOException {
        byte[] buffer = new byte[bytesPerSecond > 0 ? SLOW_BYTES : 16 << 10];
        StringBuilder line = new StringBuilder();
        for (int length = in.read(buffer); length > 0 && !isClosing; length = in.read(buffer)) {
            for (int i = 0; i < length; i++) {
                if (buffer[i] == '\n') {
                    take(line);
                    line.setLength(0);
                } else {
                    line.append((char) buffer[i]);
                }
            }
            if (bytesPerSecond > 0) {
                pause(length * 1_000L / bytesPerSecond);
            }
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads {@code data: [[line,millis,value],…]}; ignores all other lines. */
    private void take(CharSequence line) {
        String text = line.toString();
        if (!text.startsWith("data: [[")) {
            return;
        }
        long youngest = 0;
        for (int at = text.indexOf('[', 7); at >= 0; at = text.indexOf('[', at + 1)) {
            int comma = text.indexOf(',', at);
            int number = Integer.parseInt(text.substring(at + 1, comma));
            long millis = Long.parseLong(text.substring(comma + 1, text.indexOf(',', comma + 1)));
            Long before = stamps.put(number, millis);
            older.addAndGet(before != null && before > millis ? 1 : 0);
            youngest = Math.max(youngest, millis);
        }
        if (count.get() < MOST_AGES) {
            ages[count.get()] = Clock.systemUTC().millis() - youngest;
            count.incrementAndGet();
        }
    }

    /** Makes the thread stop soon. */
    void stop() {
        isClosing = true;
        thread.interrupt();
    }

    @Override
    public void close() {
        stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
