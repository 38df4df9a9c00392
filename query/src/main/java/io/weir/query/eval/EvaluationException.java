package io.weir.query.eval;

/** A query whose evaluation is impossible with the samples that it selects, or exceeds a limit. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EvaluationException(String message) {
        super(message);
    }
}
