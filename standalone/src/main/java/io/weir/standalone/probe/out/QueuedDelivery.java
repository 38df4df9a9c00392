package io.weir.standalone.probe.out;

import io.weir.contract.service.Worker;
import io.weir.standalone.probe.out.Reply.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Delivers batches in their order, on a thread of its own. While the receiver is away, it keeps the
 * newest batches up to a number of bytes, and tries the oldest of them again and again.
 */
final class QueuedDelivery implements AutoCloseable {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final long END_WITHIN_MILLIS = 1_000;

    private final Receiver receiver;
    private final long maxBytes;
    private final Duration firstPause;
    private final DeliveryCounts counts;
    private final DeliveryLog log;
    private final Worker worker = new Worker("weir-probe-output", this::run);
    private final Deque<Batch> waiting = new ArrayDeque<>();
    private long bytes;

    /**
     * @param maxBytes of the waiting batches; the one that is being delivered is not included
     * @param firstPause after a failure; doubles with each further one, up to half a minute
     */
    QueuedDelivery(Receiver receiver, long maxBytes, Duration firstPause, DeliveryCounts counts) {
        this.receiver = receiver;
        this.maxBytes = maxBytes;
        this.firstPause = firstPause;
        this.counts = counts;
        this.log = new DeliveryLog(receiver.toString());
        worker.start();
    }

    /** Does not wait. Discards the oldest batches if there are too many bytes. */
    synchronized void add(Batch batch) {
        waiting.add(batch);
        bytes += batch.bytes();
        while (bytes > maxBytes && waiting.size() > 1) {
            lost(remove().lines());
        }
        notifyAll();
    }

    /** The bytes of the waiting batches. */
    synchronized long bytes() {
        return bytes;
    }

    /** Delivers what waits if the receiver is there, otherwise discards it. */
    @Override
    public void close() {
        worker.end();
        synchronized (this) {
            notifyAll();
        }
        worker.join(END_WITHIN_MILLIS);
        worker.interrupt();
    }

    private void run() throws InterruptedException {
        for (Batch batch = next(); batch != null; batch = next()) {
            deliver(batch);
        }
    }

    /** Waits for a batch; null at the end. */
    private synchronized @Nullable Batch next() throws InterruptedException {
        while (waiting.isEmpty()) {
            if (worker.isEnding()) {
                return null;
            }
            wait();
        }
        return remove();
    }

    private synchronized Batch remove() {
        Batch oldest = waiting.remove();
        bytes -= oldest.bytes();
        return oldest;
    }

    private void deliver(Batch batch) throws InterruptedException {
        Duration pause = firstPause;
        boolean isLast = worker.isEnding();
        Reply reply = receiver.deliver(batch);
        while (reply.kind() == Kind.AWAY) {
            log.away(reply.reason());
            if (isLast) {
                lost(batch.lines());
                discard();
                return;
            }
            worker.pause(longer(pause, reply.retryAfter()).toMillis());
            pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            isLast = worker.isEnding();
            reply = receiver.deliver(batch);
        }
        if (reply.kind() == Kind.REFUSED) {
            log.refused(reply.reason());
            lost(batch.lines());
            return;
        }
        if (reply.kind() == Kind.PARTLY_ACCEPTED) {
            log.refused(reply.reason());
        } else {
            log.accepted();
        }
        int lost = (int) Math.min(reply.refusedValues(), batch.lines());
        counts.sent(batch.lines() - lost);
        if (lost > 0) {
            lost(lost);
        }
    }

    private synchronized void discard() {
        while (!waiting.isEmpty()) {
            lost(remove().lines());
        }
    }

    private void lost(int lines) {
        counts.lost(lines);
        log.lost(lines);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
