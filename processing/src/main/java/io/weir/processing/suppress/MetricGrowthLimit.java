package io.weir.processing.suppress;

import io.weir.processing.account.Account;
import io.weir.processing.account.Use;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.TaskSeries;

/**
 * Limits the memory that suppression takes for the series of one metric. For the account, a metric
 * that processing computed comes after all received lines of the batch. Not thread-safe.
 */
final class MetricGrowthLimit implements GrowthLimit {

    private static final int AFTER_LINES = Integer.MAX_VALUE - 1;

    private final TaskSeries states;
    private final Account account;
    private int slot;
    private int metric;
    private boolean isRaw;

    MetricGrowthLimit(TaskSeries states) {
        this.states = states;
        this.account = states.account();
    }

    /** Begins a metric. Metrics must be passed in order. */
    void begin(Metrics batch, int ofMetric) {
        slot = batch.slot(ofMetric);
        metric = ofMetric;
        isRaw = ofMetric < batch.rawSize();
    }

    @Override
    public boolean allowsText() {
        boolean isAdmitted = allowsStretch();
        if (!isAdmitted && isRaw) {
            account.lines().refuse(metric, Use.SUPPRESSION);
        }
        return isAdmitted;
    }

    @Override
    public boolean allowsStretch() {
        if (!account.isTight()) {
            return true; // also after merge, whose batches contain no lines
        }
        return states.mayGrow(slot, Use.SUPPRESSION, isRaw ? account.lines().start(metric) : AFTER_LINES);
    }
}
