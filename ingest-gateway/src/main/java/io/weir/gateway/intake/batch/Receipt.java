package io.weir.gateway.intake.batch;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the outcome of the batches that a thread has handed over. The input may acknowledge to
 * its sender, or commit an offset, only when all of them are safe. Thread-safe.
 */
public final class Receipt {
    private static final Logger LOG = LoggerFactory.getLogger(Receipt.class);

    /** The combined outcome; the worst one wins. */
    public enum Outcome {
        /** All lines are safe. */
        SAFE,
        /**
         * Kafka rejects a line permanently; it is kept in {@code metrics.rejected}. All other lines
         * are safe.
         */
        REFUSED,
        /** Some lines are not safe and perhaps never will be. The sender must send them again. */
        NOT_SAFE
    }

    private final boolean isForKafka;
    private Outcome worst = Outcome.SAFE;
    private @Nullable Consumer<Outcome> listener;
    /** Number of batches that are not safe yet, plus one while the receipt is open. */
    private int open = 1;

    /**
     * {@code isForKafka} if only Kafka's acknowledgement counts, not a write to disk: for lines
     * that can be read again at their source.
     */
    public Receipt(boolean isForKafka) {
        this.isForKafka = isForKafka;
    }

    /** Whether only Kafka's acknowledgement makes a batch safe. */
    public boolean isForKafka() {
        return isForKafka;
    }

    /** Adds a batch. */
    public synchronized void opened() {
        open++;
    }

    /** Marks a batch as safe. */
    public void safe() {
        settle(Outcome.SAFE, 1);
    }

    /** Records that a line of a batch is permanently rejected. The batch stays open. */
    public void refused() {
        settle(Outcome.REFUSED, 0);
    }

    /** Records that some lines are not safe, and notifies the owner immediately. */
    public void failed() {
        settle(Outcome.NOT_SAFE, 0);
    }

    /**
     * Closes the receipt: nothing more is handed over under it.
     *
     * @param whenKnown runs once, in any thread, and must not block: delegate to your own event
     *     loop. If the gateway ends before, it may never run; the sender must then send again
     */
    public void close(Consumer<Outcome> whenKnown) {
        synchronized (this) {
            listener = whenKnown;
        }
        settle(Outcome.SAFE, 1);
    }

    private void settle(Outcome outcome, int settled) {
        Consumer<Outcome> due = null;
        Outcome known;
        synchronized (this) {
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
            known = worst;
            open -= settled;
            if (open == 0 || worst == Outcome.NOT_SAFE) {
                due = listener;
                listener = null;
            }
        }
        if (due != null) {
            report(due, known);
        }
    }

    private static void report(Consumer<Outcome> due, Outcome known) {
        try {
            due.accept(known);
        } catch (RuntimeException e) {
            LOG.error("an input failed to handle the outcome of its lines", e);
        }
    }
}
