package io.weir.processing.suppress;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.batch.Metrics;

/**
 * Appends additional values of one output for one feed to a batch. Values with the same timestamp
 * share a line.
 */
final class Extras<S extends FilterState> {

    private final SuppressibleMetrics<S> batch;
    private final int slot;
    private final S state;
    private final int output;
    private final Feed feed;
    private int metric = Metrics.NONE;

    Extras(SuppressibleMetrics<S> batch, int slot, S state, int output, Feed feed) {
        this.batch = batch;
        this.slot = slot;
        this.state = state;
        this.output = output;
        this.feed = feed;
    }

    /** Appends the additional value of a field's filter. */
    void add(int fieldNumber, FieldFilter filter) {
        if (metric == Metrics.NONE || batch.timestamp(metric) != filter.extraAt()) {
            metric = batch.size();
            batch.addMetricFor(feed, slot, state, output, filter.extraAt());
        }
        Value value = filter.takeExtra();
        batch.addField(metric, fieldNumber, state.fieldKey(output, fieldNumber), value.spelling(), value.type());
    }
}
