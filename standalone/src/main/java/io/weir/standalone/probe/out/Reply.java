package io.weir.standalone.probe.out;

import java.time.Duration;

/**
 * A receiver's answer to a batch.
 *
 * @param refusedValues those of a batch of which it refused a part; otherwise 0
 * @param reason why it did not accept all, for the log; empty if it did
 * @param retryAfter how long it wants to be left alone; zero if it did not say
 */
record Reply(Kind kind, long refusedValues, String reason, Duration retryAfter) {

    enum Kind {
        ACCEPTED,
        /** It refused a part, and would refuse that again. */
        PARTLY_ACCEPTED,
        /** It would refuse the batch again. */
        REFUSED,
        AWAY
    }

    static Reply accepted() {
        return new Reply(Kind.ACCEPTED, 0, "", Duration.ZERO);
    }

    static Reply partly(long refusedValues, String reason) {
        return new Reply(Kind.PARTLY_ACCEPTED, refusedValues, reason, Duration.ZERO);
    }

    static Reply refused(String reason) {
        return new Reply(Kind.REFUSED, 0, reason, Duration.ZERO);
    }

    static Reply away(String reason) {
        return away(reason, Duration.ZERO);
    }

    static Reply away(String reason, Duration retryAfter) {
        return new Reply(Kind.AWAY, 0, reason, retryAfter);
    }
}
