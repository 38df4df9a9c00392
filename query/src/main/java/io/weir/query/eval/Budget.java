package io.weir.query.eval;

/** Counts what an evaluation uses, and ends it at a limit. */
final class Budget {
    private final Limits limits;
    private final long start = System.nanoTime();
    private long samples;

    Budget(Limits limits) {
        this.limits = limits;
    }

    void use(long more) {
        samples += more;
        if (samples > limits.mostSamples()) {
            throw new EvaluationException("the query needs more than " + limits.mostSamples()
                    + " samples in memory; select fewer series, or a shorter range");
        }
    }

    /** The samples that may still be used. */
    long left() {
        return limits.mostSamples() - samples;
    }

    /** Called once a step, and once a series within a step. */
    void checkTime() {
        if (System.nanoTime() - start > limits.timeout().toNanos()) {
            throw new EvaluationException("the query took longer than "
                    + limits.timeout().toMillis() + " ms; select fewer series, a shorter range or a larger step");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new EvaluationException("the query was cancelled");
        }
    }
}
