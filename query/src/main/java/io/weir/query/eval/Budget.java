package io.weir.query.eval;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;

/** Counts what an evaluation uses, and ends it at a limit. */
final class Budget {
    private final Limits limits;
    private final Deadline deadline;
    private long samples;

    Budget(Limits limits) {
        this.limits = limits;
        deadline = new Deadline(limits.timeout());
    }

    void use(long more) {
        left().check(more);
        samples += more;
    }

    /** The remaining samples and time. */
    Allowance left() {
        return new Allowance(limits.mostSamples() - samples, limits.mostSamples(), deadline.left());
    }

    /** Called at each step, and before each node within a step. */
    void checkTime() {
        if (deadline.isOver()) {
            throw new EvaluationException(
                    Reason.TIMEOUT,
                    "the query took longer than its time limit; select fewer series, a shorter range or a larger step");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new EvaluationException(Reason.CANCELLED, "the query was cancelled");
        }
    }
}
