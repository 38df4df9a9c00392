package io.weir.writer;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;

/**
 * Finds the lines that a store rejects. Writes ever smaller parts of a batch until each part is
 * stored or a single rejected line, or until the store reports as many rejected lines as the part
 * has. After a bad line, parts start small and grow again. So a few bad lines cost few writes, and
 * many bad lines do not each cost a large write. Independent of stores and clocks.
 */
final class Isolation {
    /**
     * Size of the next part after a bad line if the store names the bad line's number: a failed
     * write then costs little.
     */
    private static final int NAMED_REACH = 512;

    private static final int GROWTH = 4;

    private Isolation() {}

    /** Writes a part of the batch. */
    @FunctionalInterface
    interface Attempt {
        /** Writes the bytes at {@code [from, to)}; {@link Reply.Away} ends the isolation. */
        Reply write(int from, int to);
    }

    /**
     * Settles every line.
     *
     * @param lines lines of the batch
     * @param first the store's reply to all of them
     * @return whether all are settled: false if an attempt returned {@link Reply.Away}
     */
    static boolean settle(LineIndex lines, Reply.Refused first, Attempt attempt, Refusals refusals) {
        int lo = 0;
        int hi = lines.count();
        Reply reply = first;
        while (lo < lines.count()) {
            int reach;
            if (reply instanceof Reply.Refused refused) {
                boolean isNamed = refused.line() > 0 && refused.line() <= hi - lo;
                if (hi - lo == 1 || refused.count() == hi - lo) {
                    for (int line = lo; line < hi; line++) {
                        refusals.refused(lines.from(line), lines.to(line), refused.reason());
                    }
                    lo = hi;
                    reach = isNamed ? NAMED_REACH : 1;
                } else {
                    reach = isNamed ? Math.max(1, refused.line() - 1) : (hi - lo) / 2;
                }
            } else if (reply instanceof Reply.Stored) {
                reach = Math.min(lines.count(), (hi - lo) * GROWTH);
                lo = hi;
            } else {
                return false;
            }
            hi = Math.min(lines.count(), lo + reach);
            if (lo < hi) {
                reply = attempt.write(lines.from(lo), lines.to(hi - 1));
            }
        }
        return true;
    }
}
