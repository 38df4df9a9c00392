package io.weir.writer.store;

/** What a store made of lines. */
public sealed interface Reply {

    /** Every line is kept; a repeat would change nothing. */
    Reply STORED = new Stored();

    /** See {@link #STORED}. */
    record Stored() implements Reply {}

    /**
     * At least one line can never be stored as it is; which neighbours were kept is unknown.
     *
     * @param reason in the store's own words
     * @param line the culprit's position among the lines written, from 1, or 0 if the store does not tell
     * @param count how many lines were refused, each for what is in it, or 0 if the store does not tell
     * @param isTooLarge whether it is about how many bytes came at once, rather than about what is in them
     */
    record Refused(String reason, int line, int count, boolean isTooLarge) implements Reply {
        public Refused(String reason, int line) {
            this(reason, line, 0, false);
        }
    }

    /**
     * The store is not there, not well, or not ours to write to: nothing is known about the lines, and they are to be
     * written again.
     *
     * @param reason for the operator
     * @param waitMillis how long the store asks to be left alone, or 0
     * @param cause what it may be about this very request
     */
    record Away(String reason, long waitMillis, Cause cause) implements Reply {
        public Away(String reason) {
            this(reason, 0, Cause.STORE);
        }
    }

    /** What a store that does not take lines now may have against them. */
    enum Cause {
        /** Nothing: it is not there, or not well. */
        STORE,
        /** It broke over this request, which one of its lines may be the cause of. */
        BROKE,
        /** It did not answer in time, which may be because of how many lines came at once. */
        SLOW
    }
}
