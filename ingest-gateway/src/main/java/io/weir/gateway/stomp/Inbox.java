package io.weir.gateway.stomp;

import io.netty.handler.codec.stomp.StompCommand;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Frames of a connection that wait to be taken: messages, and answers to requests. Thread-safe. */
final class Inbox {
    /** Not all brokers obey a prefetch, and none counts bytes. */
    private static final long MOST_BYTES = 16 << 20;

    private static final long LOOK_MILLIS = 20;

    private final BlockingQueue<StompFrame> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable StompFrame greeting;
    private volatile @Nullable String end;
    private volatile boolean isDiscarding;

    /** Adds a frame of the broker. */
    void add(StompFrame frame) {
        switch (frame.command()) {
            case MESSAGE -> {
                if (isDiscarding) {
                    return;
                }
                bytes.addAndGet(frame.weight());
                messages.add(frame);
            }
            case RECEIPT -> answers.add(frame.header("receipt-id"));
            case CONNECTED -> {
                greeting = frame;
                answers.add(StompCommand.CONNECTED.name());
            }
            case ERROR -> end(frame.reason());
            default -> end("the broker sent the command " + frame.command() + " of a client");
        }
    }

    /** Records that the connection has ended; the first reason counts. */
    synchronized void end(String why) {
        if (end == null) {
            end = why;
            answers.add(""); // Wakes who waits.
        }
    }

    /** Whether the connection has ended. */
    boolean isEnded() {
        return end != null;
    }

    /** Ignores messages from now on, so that answers are read. */
    void discard() {
        isDiscarding = true;
    }

    /** Whether nothing more may be read for now. */
    boolean isFull() {
        return bytes.get() >= MOST_BYTES && !isDiscarding;
    }

    /** The CONNECTED frame. */
    @Nullable
    StompFrame greeting() {
        return greeting;
    }

    /**
     * The next message; null if none arrives within this time.
     *
     * @throws IOException if the connection has ended
     */
    @Nullable
    StompFrame poll(long nanos) throws IOException, InterruptedException {
        check();
        StompFrame next = messages.poll(nanos, TimeUnit.NANOSECONDS);
        if (next != null) {
            bytes.addAndGet(-next.weight());
        }
        return next;
    }

    /**
     * Waits for an answer: the id of a receipt, or {@code CONNECTED}. A full inbox is as good as an
     * answer, because the answer may be behind messages that are not read before others are taken.
     *
     * @throws IOException if the connection ends, or no such answer arrives within this time
     */
    void await(String answer, long millis) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            String next = "";
            while (!answer.equals(next) && !isFull()) {
                next = answers.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                check();
                if (next == null && System.nanoTime() >= deadlineNanos) {
                    throw new IOException("the broker does not answer within " + millis + " ms");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Throws if the connection has ended. */
    void check() throws IOException {
        String why = end;
        if (why != null) {
            throw new IOException(why);
        }
    }
}
