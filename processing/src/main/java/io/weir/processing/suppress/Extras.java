package io.weir.processing.suppress;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.repeat.FieldMemory;
import io.weir.processing.repeat.Value;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesState;

/** Appends to a batch what one feed is to get of one output besides: what has the same timestamp stands in one line. */
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

    /** Appends what the memory of a field has for the feed besides. */
    void add(int fieldNumber, FieldMemory given) {
        if (metric == MetricBatch.NONE || batch.timestamp(metric) != given.extraAt()) {
            metric = batch.size();
            batch.addMetricFor(feed, slot, state, output, given.extraAt());
        }
        Value value = given.takeExtra();
        batch.addField(metric, fieldNumber, state.fieldKey(output, fieldNumber), value.spelling(), value.type());
    }
}
