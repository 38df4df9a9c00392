package io.weir.gateway.intake;

import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.SequenceGaps;

/** Counts missing sequence numbers, for the input and for each sender. Belongs to one thread. */
final class MissingNumbers {
    private final SequenceGaps gaps = new SequenceGaps(LimitSettings.SOURCES);

    /** Records the arrival of a number in one of the sequences of the sender's address. */
    void next(Sender sender, int which, long number, InputCounts counts) {
        int missing = gaps.next(sender.address(), which, number, sender.nowNanos());
        if (missing != 0) {
            sender.misses(missing);
            counts.missing.add(missing);
        }
    }
}
