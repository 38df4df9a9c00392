package io.weir.writer;

import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import io.weir.writer.store.Store;
import io.weir.writer.tier.StoredLines;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delivers a batch to the store, and retries until every line is stored or kept in
 * {@code metrics.rejected}. Used by one thread.
 */
final class BatchDelivery {
    /** Reason code for lines that cannot fit the store because of their names and types. */
    static final String TABLE_REFUSED = "table-refused";
    /** Reason code for lines that the store itself rejected. */
    static final String STORE_REFUSED = "store-refused";

    private static final byte[] NO_LINE = {};

    private static final long FIRST_WAIT_MILLIS = 100;
    private static final long LONGEST_WAIT_MILLIS = 5_000;
    /**
     * Limit for wait times requested by the store, because Kafka's retention continues meanwhile.
     */
    private static final long LONGEST_ASKED_MILLIS = 300_000;

    private static final Reply ENDED = new Reply.Away("stopping");

    private final Store store;
    private final Rejects rejects;
    private final StoreState state;
    private final WriterMeters meters;
    private final LineIndex index = new LineIndex();
    private final RefusalLog refusals;
    private final FailureProbe probe;
    private final SliceLimit slices = new SliceLimit();
    private final ConcurrencyLimit limit;
    private final TypeConflicts conflicts;
    private final StoredLines noted;
    private LineBatch moved = new LineBatch();
    private LineBatch spare = new LineBatch();

    /**
     * Does not connect yet.
     *
     * @param changes policies for fields whose type changes
     * @param noted is notified of stored lines
     */
    BatchDelivery(
            Store store,
            Rejects rejects,
            StoreState state,
            WriterMeters meters,
            ConcurrencyLimit limit,
            List<TypeChange> changes,
            StoredLines noted) {
        this.limit = limit;
        this.noted = noted;
        this.conflicts = new TypeConflicts(changes);
        this.store = store;
        this.rejects = rejects;
        refusals = new RefusalLog(System.nanoTime(), rejects.keeper());
        this.state = state;
        this.meters = meters;
        this.probe = new FailureProbe(store);
    }

    /**
     * Delivers a batch. An empty batch only waits until the store is available.
     *
     * @param stop gives up at the next wait once it is open
     * @return whether the batch's offsets may be committed
     */
    boolean deliver(LineBatch batch, CountDownLatch stop) {
        moved.clear();
        boolean isSettled = new Attempts(batch, stop).settle();
        if (!isSettled) {
            rejects.forget();
            state.gone(this);
        }
        refusals.flush(System.nanoTime());
        return isSettled;
    }

    /** The delivery of one batch. */
    private final class Attempts {
        private LineBatch batch;
        private final CountDownLatch stop;
        private boolean isPrepared;
        private int refused;
        /** Whether the last write was given up without an answer about its lines. */
        private boolean isProven;
        /** Whether the store refused values of lines that it has stored. */
        private boolean hasRefusedValues;

        Attempts(LineBatch batch, CountDownLatch stop) {
            this.batch = batch;
            this.stop = stop;
        }

        boolean settle() {
            LineBatch whole = batch;
            conflicts.find(batch.bytes(), batch.length(), this::move);
            if (!settleSlices()) {
                return false;
            }
            while (moved.length() > 0) {
                batch = moved;
                moved = spare;
                spare = batch;
                moved.clear();
                isPrepared = false;
                if (!settleSlices()) {
                    return false;
                }
            }
            if ((refused > 0 || hasRefusedValues) && !rejects.flush(stop)) {
                return false;
            }
            // After lines that were given up, the state is still "away", although the store accepts
            // others.
            state.back(BatchDelivery.this);
            meters.delivered(whole.lines() - refused);
            long nowMillis = System.currentTimeMillis();
            whole.ages(nowMillis, meters::reached);
            whole.eventAges(nowMillis, meters::reachedSinceEvent);
            return true;
        }

        private boolean settleSlices() {
            int from = 0;
            do {
                int to = slices.end(batch.bytes(), from, batch.length());
                Reply reply = settle(from, to);
                if (reply instanceof Reply.Stored) {
                    slices.stored(to - from);
                    from = to;
                } else if (stop.getCount() == 0 || slices.end(batch.bytes(), from, to) == to) {
                    return false;
                }
            } while (from < batch.length());
            // Precedes the commit of the offsets. After a crash between the two, the lines are
            // stored and noted again.
            return noted.stored(batch.bytes(), batch.length(), stop);
        }

        /** Moves a line to a later write, possibly rewritten. */
        private void move(int from, int to, byte @Nullable [] rewritten) {
            byte[] line = rewritten == null ? Arrays.copyOfRange(batch.bytes(), from, to) : rewritten;
            moved.add(line, 0, line.length, 1, batch.originOf(from));
            batch.blank(from, to);
        }

        /** Returns Stored; another reply only if stopped, or if fewer lines must be tried. */
        private Reply settle(int from, int to) {
            Reply reply = write(from, to);
            // After a proof, the store's latest answer was about the line of the probe, not about these.
            while (reply instanceof Reply.Refused && !isProven && store.hasLearnt()) {
                isPrepared = prepare() instanceof Reply.Stored;
                reply = write(from, to);
            }
            if (reply instanceof Reply.Refused refusal) {
                if (refusal.isTooLarge()) {
                    slices.tooLarge(to - from);
                    if (slices.end(batch.bytes(), from, to) < to) {
                        return reply;
                    }
                }
                return isolate(from, to, refusal) ? Reply.STORED : ENDED;
            }
            return reply;
        }

        private boolean isolate(int from, int to, Reply.Refused refusal) {
            index.read(batch.bytes(), from, to);
            return Isolation.settle(
                    index, refusal, this::isolated, (start, end, reason) -> refuse(start, end, STORE_REFUSED, reason));
        }

        /** Returns Stored or Refused; Away only if stopped. */
        private Reply isolated(int from, int to) {
            Reply reply = write(from, to);
            // Several lines without an answer in time are divided like rejected ones.
            boolean isSlow = stop.getCount() > 0 && reply instanceof Reply.Away;
            return isSlow ? new Reply.Refused("no answer in time", 0) : reply;
        }

        /**
         * Returns Stored or Refused; Away if stopped, or if fewer lines must be tried after a slow
         * answer.
         */
        private Reply write(int from, int to) {
            long waitMillis = FIRST_WAIT_MILLIS;
            isProven = false;
            probe.begin();
            while (true) {
                Reply reply = stop.getCount() == 0 ? ENDED : attempt(from, to);
                if (reply.equals(ENDED)) {
                    return reply;
                }
                if (!(reply instanceof Reply.Away away)) {
                    state.back(BatchDelivery.this);
                    return reply;
                }
                if (away.cause() == Cause.ADDRESS) {
                    isPrepared = false;
                    meters.retried();
                    continue;
                }
                if (isPrepared && away.cause() == Cause.BROKE && probe.fallsOn(batch.bytes(), from, to)) {
                    if (probe.isProven(batch.bytes(), from, to)) {
                        isProven = true;
                        return new Reply.Refused(away.reason(), 0);
                    }
                } else {
                    probe.begin();
                    // The store may have lost its tables or databases.
                    isPrepared = false;
                    state.away(BatchDelivery.this, away.reason());
                    limit.slowed();
                }
                if (isStopped(Math.max(waitMillis, Math.min(away.waitMillis(), LONGEST_ASKED_MILLIS)))) {
                    return reply;
                }
                meters.retried();
                if (away.cause() == Cause.SLOW) {
                    slices.slow(to - from);
                    if (slices.end(batch.bytes(), from, to) < to) {
                        return reply;
                    }
                }
                waitMillis = Math.min(LONGEST_WAIT_MILLIS, waitMillis * 2);
            }
        }

        private Reply attempt(int from, int to) {
            if (!isPrepared) {
                Reply reply = prepare();
                if (!(reply instanceof Reply.Stored)) {
                    return reply;
                }
                isPrepared = true;
            }
            if (isBlank(from, to)) {
                return Reply.STORED;
            }
            long began = System.nanoTime();
            Reply reply = store.write(batch.bytes(), from, to);
            meters.wrote(System.nanoTime() - began);
            if (reply instanceof Reply.Stored stored) {
                meters.skipped(stored.skipped());
                if (stored.refused() > 0) {
                    refuseValues(stored, from);
                }
                // A write whose fields are all skipped succeeds without a request, so it proves nothing.
                if (stored.skipped() == 0 && stored.refused() == 0) {
                    probe.stored(batch.bytes(), Math.max(from, batch.recordStart(to - 1)), to);
                }
            }
            return reply;
        }

        private boolean isBlank(int from, int to) {
            int at = from;
            while (at < to && batch.bytes()[at] == '\n') {
                at++;
            }
            return at == to;
        }

        private Reply prepare() {
            return store.prepare(
                    batch.bytes(), batch.length(), (from, to, reason) -> refuse(from, to, TABLE_REFUSED, reason));
        }

        private void refuse(int from, int to, String code, String reason) {
            byte @Nullable [] replacement = conflicts.replacement(batch.bytes(), from, to, reason);
            if (replacement != null) {
                move(from, to, replacement);
                return;
            }
            refused++;
            meters.rejected(code);
            byte[] line = Arrays.copyOfRange(batch.bytes(), from, to);
            refusals.refused(line, code + ": " + reason);
            rejects.keep(line, code + ": " + reason, batch.sourceOf(from));
            batch.blank(from, to);
        }

        /** Reports values by a record without bytes, because the store does not name their lines. */
        private void refuseValues(Reply.Stored stored, int from) {
            hasRefusedValues = true;
            meters.refusedValues(stored.refused());
            String text = STORE_REFUSED + ": " + stored.reason();
            refusals.refusedValues(stored.refused(), text);
            rejects.keep(NO_LINE, text, batch.sourceOf(from));
        }

        private boolean isStopped(long waitMillis) {
            try {
                return stop.await(waitMillis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
