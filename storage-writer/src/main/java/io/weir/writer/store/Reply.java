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
     */
    record Refused(String reason, int line) implements Reply {}

    /**
     * The store is not there, not well, or not ours to write to: nothing is known about the lines, and they are to be
     * written again.
     *
     * @param reason for the operator
     * @param waitMillis how long the store asks to be left alone, or 0
     * @param isPerhapsTheLines whether the store broke over this very request, which one of its lines may be the cause of
     */
    record Away(String reason, long waitMillis, boolean isPerhapsTheLines) implements Reply {
        public Away(String reason) {
            this(reason, 0, false);
        }
    }
}
