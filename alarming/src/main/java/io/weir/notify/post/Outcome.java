package io.weir.notify.post;

/** What became of a request. */
public enum Outcome {
    /** The receiver has it. */
    TAKEN("taken"),
    /** It will never take this: an answer of 3xx or 4xx but for the next. */
    REFUSED("refused"),
    /** It may take it later: an answer of 5xx, 408 or 429. */
    BUSY("busy"),
    /** It has not answered in time. */
    TIMED_OUT("timeout"),
    /** There is no connection, or it broke. */
    UNREACHABLE("unreachable");

    private final String word;

    Outcome(String word) {
        this.word = word;
    }

    /** For meters. */
    public String word() {
        return word;
    }

    /** Is the same request to be sent again? */
    public boolean isToBeRepeated() {
        return switch (this) {
            case TAKEN, REFUSED -> false;
            case BUSY, TIMED_OUT, UNREACHABLE -> true;
        };
    }

    static Outcome ofStatus(int status) {
        if (status >= 200 && status < 300) {
            return TAKEN;
        }
        return status >= 500 || status == 408 || status == 429 ? BUSY : REFUSED;
    }
}
