package io.weir.query.series;

/** A query without an answer: impossible with the samples that it selects, beyond a limit, or without its store. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why there is no answer. */
    public enum Reason {
        /** The query is impossible or needs too much, or the store refuses it for good. */
        EXECUTION,
        /** The store does not have the tier that the query reads. */
        NO_TIER,
        /** The query took too long. */
        TIMEOUT,
        /** The thread of the query was interrupted. */
        CANCELLED,
        /** The store does not answer, or refuses for now. */
        UNAVAILABLE
    }

    private final Reason reason;

    public EvaluationException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** An impossible query, or one that needs too much. */
    public EvaluationException(String message) {
        this(Reason.EXECUTION, message);
    }

    public Reason reason() {
        return reason;
    }
}
