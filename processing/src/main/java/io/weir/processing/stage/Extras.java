package io.weir.processing.stage;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesState;
import io.weir.processing.suppress.FieldFilter;
import io.weir.processing.suppress.Value;

/**
 * Appends additional values of one output for one feed to a batch. Values with the same timestamp
 * share a line.
 */
final class Extras {

    private final MetricBatch batch;
    private final int slot;
    private final SeriesState state;
    private final int output;
    private final Feed feed;
    private int metric = MetricBatch.NONE;

    Extras(MetricBatch batch, int slot, SeriesState state, int output, Feed feed) {
        this.batch = batch;
        this.slot = slot;
        this.state = state;
        this.output = output;
        this.feed = feed;
    }

    /** Appends the additional value of a field's filter. */
    void add(int fieldNumber, FieldFilter filter) {
        if (metric == MetricBatch.NONE || batch.timestamp(metric) != filter.extraAt()) {
            metric = batch.size();
            batch.addMetricFor(feed, slot, state, output, filter.extraAt());
        }
        Value value = filter.takeExtra();
        batch.addField(metric, fieldNumber, state.fieldKey(output, fieldNumber), value.spelling(), value.type());
    }
}
