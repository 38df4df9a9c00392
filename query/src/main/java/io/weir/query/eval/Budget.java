package io.weir.query.eval;

import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import java.time.Duration;

/** Counts what an evaluation uses, and ends it at a limit. */
final class Budget {
    private final Limits limits;
    private final long start = System.nanoTime();
    private long samples;

    Budget(Limits limits) {
        this.limits = limits;
    }

    void use(long more) {
        left().check(more);
        samples += more;
    }

    /** What may still be used. */
    Allowance left() {
        Duration used = Duration.ofNanos(System.nanoTime() - start);
        return new Allowance(
                limits.mostSamples() - samples,
                limits.mostSamples(),
                limits.timeout().minus(used));
    }

    /** Called at each step, and before each node within a step. */
    void checkTime() {
        if (System.nanoTime() - start > limits.timeout().toNanos()) {
            throw new EvaluationException(
                    Reason.TIMEOUT,
                    "the query took longer than its time limit; select fewer series, a shorter range or a larger step");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new EvaluationException(Reason.CANCELLED, "the query was cancelled");
        }
    }
}
