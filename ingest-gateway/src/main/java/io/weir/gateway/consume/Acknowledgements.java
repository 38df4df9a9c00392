package io.weir.gateway.consume;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.Receipt;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tracks which messages of a subscription may be acknowledged: those whose lines, and the lines of
 * all earlier messages, are safe. Belongs to the consuming thread; other threads report outcomes.
 */
final class Acknowledgements {
    private final LineIntake lines;
    private final InTurn inTurn;
    private final Deque<Group> groups = new ArrayDeque<>();
    private long accepted = NONE;
    private long[] refused = new long[4];
    private int refusedCount;
    private int count;
    private volatile boolean hasLost;

    /** Value for no message. */
    static final long NONE = 0;

    /**
     * Messages that may be acknowledged or refused now.
     *
     * @param upTo the last accepted one, {@link #NONE} if none was accepted
     * @param refused those that must be refused, in ascending order
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Safe(long upTo, long[] refused) {}

    /** Consecutive messages whose lines have one receipt. */
    private static final class Group {
        final Safe messages;
        final CountDownLatch isSafe = new CountDownLatch(1);

        Group(Safe messages) {
            this.messages = messages;
        }
    }

    /** Ignores lines that the intake has gathered for an earlier subscription. */
    Acknowledgements(LineIntake lines, InTurn inTurn) {
        this.lines = lines;
        this.inTurn = inTurn;
        inTurn.execute(() -> lines.takeReceipt().close(outcome -> {}));
    }

    /** Records that the lines of a message were handed to the intake. Numbers must increase. */
    void taken(long number, boolean mustRefuse) {
        count++;
        if (!mustRefuse) {
            accepted = number;
            return;
        }
        if (refusedCount == refused.length) {
            refused = Arrays.copyOf(refused, refusedCount * 2);
        }
        refused[refusedCount++] = number;
    }

    /** Number of messages since the last {@link #ask}. */
    int unasked() {
        return count;
    }

    /** Flushes the lines of all messages since the last call, and requests a report of their outcome. */
    void ask() {
        Group group = new Group(new Safe(accepted, Arrays.copyOf(refused, refusedCount)));
        groups.add(group);
        accepted = NONE;
        refusedCount = 0;
        count = 0;
        inTurn.execute(() -> lines.takeReceipt().close(outcome -> {
            if (outcome == Receipt.Outcome.NOT_SAFE) {
                hasLost = true;
            } else {
                group.isSafe.countDown();
            }
        }));
    }

    /** Whether there are messages whose outcome is not reported, or not yet taken by {@link #nextSafe}. */
    boolean areOutstanding() {
        return count > 0 || !groups.isEmpty();
    }

    /** Whether some lines will not become safe: the broker must deliver their messages again. */
    boolean hasLost() {
        return hasLost;
    }

    /** The next messages that became safe, or null. */
    @Nullable
    Safe nextSafe() {
        Group oldest = groups.peek();
        if (oldest == null || oldest.isSafe.getCount() > 0) {
            return null;
        }
        groups.remove();
        return oldest.messages;
    }

    /** Waits until all messages that were asked for are safe. Gives up after this time. */
    void await(long millis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Group group : groups) {
            if (!group.isSafe.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }
}
