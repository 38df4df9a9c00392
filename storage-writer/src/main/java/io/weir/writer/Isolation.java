package io.weir.writer;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;

/**
 * Finds the lines that a store refuses by writing ever smaller parts of a body until each part is either stored or a single
 * refused line, or the store says that it refused as many lines as there were. Parts grow again behind a culprit, so that few bad lines cost few writes, and many do not cost a large
 * write each. Knows no store and no clock.
 */
final class Isolation {
    /** How far to reach behind a culprit if the store names the next one: a futile write costs little then. */
    private static final int NAMED_REACH = 512;

    private static final int GROWTH = 4;

    private Isolation() {}

    /** Writes a part of the body. */
    @FunctionalInterface
    interface Attempt {
        /** The bytes at {@code [from, to)}; {@link Reply.Away} means that the isolation is to be given up. */
        Reply write(int from, int to);
    }

    /**
     * Settles every line.
     *
     * @param lines of the body
     * @param first what the store said to all of them
     * @return whether all were settled, that is, unless an attempt was {@link Reply.Away}
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
