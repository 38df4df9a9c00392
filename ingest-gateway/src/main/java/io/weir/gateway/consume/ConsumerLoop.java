package io.weir.gateway.consume;

import io.weir.contract.service.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Consumes the messages of one subscription, only while there is room, and acknowledges them in
 * order once their lines are safe. Belongs to one thread, which calls {@link #turn} repeatedly, and
 * {@link #settle} at the end.
 */
final class ConsumerLoop {
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SAFE_WITHIN_MILLIS = 2_000;
    /** Maximum number of messages in one step; the gateway's ticks wait for the step. */
    private static final int MOST_MESSAGES = 256;

    private static final int MOST_BYTES = 1 << 20;
    /** Parts of the window with an acknowledgement of their own, so that the broker need not wait. */
    private static final int PARTS_OF_WINDOW = 4;

    private final Subscription subscription;
    private final MessageHandover handover;
    private final Acknowledgements acknowledgements;
    private final Settings settings;
    private final int askAt;
    private long firstNanos;

    /**
     * How messages are consumed.
     *
     * @param lingerNanos maximum time that lines may wait for others
     * @param window maximum number of unacknowledged messages
     * @param mustRefuse whether messages of which anything was rejected are refused
     */
    record Settings(long lingerNanos, int window, boolean mustRefuse) {}

    ConsumerLoop(Subscription subscription, MessageHandover handover, Settings settings) {
        this.subscription = subscription;
        this.handover = handover;
        this.acknowledgements = handover.acknowledgements();
        this.settings = settings;
        this.askAt = Math.max(1, settings.window() / PARTS_OF_WINDOW);
    }

    /** Consumes available messages; waits for them for a moment. */
    void turn(Worker worker) throws IOException, InterruptedException {
        if (acknowledgements.hasLost()) {
            throw new IOException("lines were dropped; the broker delivers them again");
        }
        long waitNanos =
                acknowledgements.areOutstanding() ? Math.max(SHORTEST_NANOS, settings.lingerNanos()) : IDLE_NANOS;
        boolean hasRoom = handover.hasRoom();
        if (hasRoom) {
            take(waitNanos);
        } else {
            subscription.idle();
            worker.pause(TimeUnit.NANOSECONDS.toMillis(waitNanos));
        }
        int unasked = acknowledgements.unasked();
        boolean isDue = !hasRoom || unasked >= askAt || System.nanoTime() - firstNanos >= settings.lingerNanos();
        if (unasked > 0 && isDue) {
            acknowledgements.ask();
        }
        acknowledge();
    }

    private void take(long waitNanos) throws IOException, InterruptedException {
        List<Message> messages = new ArrayList<>();
        int bytes = 0;
        Message next = subscription.poll(waitNanos);
        while (next != null) {
            messages.add(next);
            bytes += next.body().length;
            boolean isFull = messages.size() >= MOST_MESSAGES || bytes >= MOST_BYTES;
            next = isFull ? null : subscription.poll(0);
        }
        if (!messages.isEmpty()) {
            firstNanos = acknowledgements.unasked() == 0 ? System.nanoTime() : firstNanos;
            handover.take(messages, subscription.broker(), settings.mustRefuse(), acknowledgements);
        }
    }

    private void acknowledge() throws IOException {
        for (Acknowledgements.Safe safe = acknowledgements.nextSafe();
                safe != null;
                safe = acknowledgements.nextSafe()) {
            for (long number : safe.refused()) {
                subscription.refuse(number);
            }
            if (safe.upTo() != Acknowledgements.NONE) {
                subscription.acknowledge(safe.upTo());
            }
        }
    }

    /**
     * Waits until everything consumed is safe, and acknowledges it. Gives up after some seconds; the
     * broker then delivers the rest again.
     */
    void settle() throws IOException, InterruptedException {
        if (acknowledgements.unasked() > 0) {
            acknowledgements.ask();
        }
        acknowledgements.await(SAFE_WITHIN_MILLIS);
        acknowledge();
    }
}
