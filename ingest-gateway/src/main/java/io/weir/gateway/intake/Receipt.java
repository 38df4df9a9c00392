package io.weir.gateway.intake;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of the batches that a thread has handed on, for a sender that waits to hear of it: it may acknowledge to its own sender, or
 * commit an offset, when all of them are safe, and not before. Thread-safe.
 */
public final class Receipt {
    private static final Logger LOG = LoggerFactory.getLogger(Receipt.class);

    /** What became of all of them; the worst counts. */
    public enum Outcome {
        /** All lines are safe. */
        SAFE,
        /** Kafka refuses a line for good, which is kept in {@code metrics.rejected}; all others are safe. */
        REFUSED,
        /** Not all lines are safe, and perhaps never will be: they are to be sent again. */
        NOT_SAFE
    }

    private final boolean isForKafka;
    private Outcome worst = Outcome.SAFE;
    private @Nullable Consumer<Outcome> told;
    /** Batches that are not safe, and one for the thread that goes on handing on. */
    private int open = 1;

    /** {@code isForKafka} if only Kafka's acknowledgement counts, not the disk's: of what can be read again at its source. */
    Receipt(boolean isForKafka) {
        this.isForKafka = isForKafka;
    }

    /** Whether only Kafka's acknowledgement makes a batch safe. */
    public boolean isForKafka() {
        return isForKafka;
    }

    /** There is one batch more. */
    synchronized void opened() {
        open++;
    }

    /** A batch is safe. */
    public void safe() {
        settle(Outcome.SAFE, 1);
    }

    /** A line of a batch will never be taken; the batch is not done yet. */
    public void refused() {
        settle(Outcome.REFUSED, 0);
    }

    /** Some lines are not safe: whoever waits is told at once. */
    public void failed() {
        settle(Outcome.NOT_SAFE, 0);
    }

    /**
     * Nothing more is handed on under this receipt.
     *
     * @param whenKnown run once, in any thread, which it must not keep waiting: hand on to your own event loop. If the gateway ends
     *     before, it may never be run: then the sender has to send again
     */
    public void close(Consumer<Outcome> whenKnown) {
        synchronized (this) {
            told = whenKnown;
        }
        settle(Outcome.SAFE, 1);
    }

    private void settle(Outcome outcome, int settled) {
        Consumer<Outcome> tell = null;
        Outcome known;
        synchronized (this) {
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
            known = worst;
            open -= settled;
            if (open == 0 || worst == Outcome.NOT_SAFE) {
                tell = told;
                told = null;
            }
        }
        if (tell != null) {
            tell(tell, known);
        }
    }

    private static void tell(Consumer<Outcome> tell, Outcome known) {
        try {
            tell.accept(known);
        } catch (RuntimeException e) {
            LOG.error("an input failed to hear what became of its lines", e);
        }
    }
}
