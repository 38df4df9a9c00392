package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The senders of one event loop that wait until their lines are safe. All lines received in one turn
 * of the loop are handed over together and become safe together.
 */
public final class WaitingSenders {
    private final Executor loop;
    private final LineIntake intake;
    private final AtomicInteger unsafe = new AtomicInteger();
    private List<Consumer<Receipt.Outcome>> waiting = new ArrayList<>();

    /** The senders of an intake with receipts, which belongs to the loop. */
    public WaitingSenders(Executor loop, LineIntake intake) {
        this.loop = loop;
        this.intake = intake;
    }

    /**
     * Runs the task on the event loop once the outcome of the lines received so far is known. Only the
     * loop may call this.
     */
    public void whenKnown(Consumer<Receipt.Outcome> task) {
        if (waiting.isEmpty()) {
            loop.execute(this::flush);
        }
        waiting.add(task);
        unsafe.incrementAndGet();
    }

    /**
     * Hands over the buffered lines at the end of the turn, so that all senders of the turn share a
     * receipt.
     */
    private void flush() {
        List<Consumer<Receipt.Outcome>> answers = waiting;
        waiting = new ArrayList<>();
        intake.takeReceipt().close(outcome -> {
            try {
                loop.execute(() -> report(answers, outcome));
            } catch (RejectedExecutionException e) {
                // The input and its connections were closed; the senders will send again.
            }
        });
    }

    private void report(List<Consumer<Receipt.Outcome>> answers, Receipt.Outcome outcome) {
        unsafe.addAndGet(-answers.size());
        answers.forEach(answer -> answer.accept(outcome));
    }

    /** Whether senders wait. Any thread may call this. */
    public boolean isWaiting() {
        return unsafe.get() > 0;
    }
}
