package io.weir.writer.store;

/** The reply of a store to lines. */
public sealed interface Reply {

    /** Every line is stored, with all its fields. */
    Reply STORED = new Stored(0);

    /**
     * Every line is stored, except for the values that are counted here.
     *
     * @param skipped the number of fields that were left out, because the store has no such type
     * @param refused the number of values that the store refused without naming them; they must not be
     *     written again, because it has stored the others
     * @param reason the store's message about the refused values, or an empty text
     */
    record Stored(int skipped, long refused, String reason) implements Reply {
        public Stored(int skipped) {
            this(skipped, 0, "");
        }
    }

    /**
     * At least one line can never be stored unmodified; the state of its neighbours is unknown.
     *
     * @param reason the store's message
     * @param line number of the bad line among the lines written, from 1, or 0 if the store does
     *     not report it
     * @param count number of lines rejected because of their content, or 0 if the store does not
     *     report it
     * @param isTooLarge whether the size of the request is the cause, not its content
     */
    record Refused(String reason, int line, int count, boolean isTooLarge) implements Reply {
        public Refused(String reason, int line) {
            this(reason, line, 0, false);
        }
    }

    /**
     * The store is unavailable, has a problem, or does not permit writing. The state of the lines
     * is unknown, and they must be written again.
     *
     * @param reason for the operator
     * @param waitMillis the wait time that the store requests, or 0
     * @param cause whether this request may be the cause
     */
    record Away(String reason, long waitMillis, Cause cause) implements Reply {
        public Away(String reason) {
            this(reason, 0, Cause.STORE);
        }
    }

    /** Possible causes of an unavailable store. */
    enum Cause {
        /** Independent of the request: the store is unavailable or has a problem. */
        STORE,
        /** It failed on this request, possibly because of one of its lines. */
        BROKE,
        /** It did not answer in time, or takes no more for now, possibly because of the number of lines. */
        SLOW,
        /** One of several addresses of the store failed; another may accept the lines immediately. */
        ADDRESS
    }
}
