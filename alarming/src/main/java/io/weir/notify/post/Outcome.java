package io.weir.notify.post;

/** The outcome of a request. */
public enum Outcome {
    /** The receiver accepted it: 2xx. */
    ACCEPTED("accepted"),
    /** The receiver will never accept it: 3xx or 4xx, except 408 and 429. */
    REFUSED("refused"),
    /** The receiver may accept it later: 5xx, 408 or 429. */
    BUSY("busy"),
    /** No answer within the time limit. */
    TIMED_OUT("timeout"),
    /** No connection, or it broke. */
    UNREACHABLE("unreachable");

    private final String word;

    Outcome(String word) {
        this.word = word;
    }

    /** Returns the word for meters. */
    public String word() {
        return word;
    }

    /** Returns whether the same request must be sent again. */
    public boolean isToBeRepeated() {
        return switch (this) {
            case ACCEPTED, REFUSED -> false;
            case BUSY, TIMED_OUT, UNREACHABLE -> true;
        };
    }

    static Outcome ofStatus(int status) {
        if (status >= 200 && status < 300) {
            return ACCEPTED;
        }
        return status >= 500 || status == 408 || status == 429 ? BUSY : REFUSED;
    }
}
