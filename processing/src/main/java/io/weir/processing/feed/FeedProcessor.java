package io.weir.processing.feed;

import io.weir.contract.state.BlockStore;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.OutputPlan;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.time.LogClock;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes the metrics of a batch to the feeds that their plans name. Storage gets each line without the fields that were left
 * out; live and alarming get it whole. A tick goes on to alarming with the time of the partition, a rules marker as it is.
 */
public final class FeedProcessor implements Processor<Integer, MetricBatch, Integer, byte[]> {

    private final String store;
    private final Feed storage;
    private final Feed live;
    private final Feed alarming;
    private final ProcessingMeters meters;
    private @Nullable ProcessorContext<Integer, byte[]> context;
    private @Nullable SeriesStates states;
    private long toldMillis = LogClock.UNKNOWN;

    /**
     * Writes to the sinks of these names.
     *
     * @param store the name of the block store of series states
     */
    public FeedProcessor(String store, String storage, String live, String alarming, ProcessingMeters meters) {
        this.store = store;
        this.storage = new Feed(storage);
        this.live = new Feed(live);
        this.alarming = new Feed(alarming);
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, byte[]> processorContext) {
        context = processorContext;
        toldMillis = LogClock.UNKNOWN;
        BlockStore<SeriesStates> blocks = processorContext.getStateStore(store);
        states = blocks.workingSet();
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        MetricBatch batch = record.value();
        ProcessorContext<Integer, byte[]> to = Objects.requireNonNull(context);
        storage.begin();
        live.begin();
        alarming.begin();
        int stored = 0;
        for (int metric = 0; metric < batch.size(); metric++) {
            OutputPlan plan = batch.state(metric).output(batch.output(metric));
            if (plan.storage() && storage.appendStored(batch, metric, plan)) {
                stored++;
                storage.flushIfFull(record, to);
            }
            if (plan.live()) {
                live.append(batch, metric, plan);
                live.flushIfFull(record, to);
            }
            if (plan.alarming()) {
                alarming.append(batch, metric, plan);
                alarming.flushIfFull(record, to);
            }
        }
        meters.stored(stored);
        storage.flush(record, to);
        live.flush(record, to);
        alarming.flush(record, to);
        if (batch.isTick()) {
            tellTime(record, to);
        }
        String rules = batch.rules();
        if (rules != null) {
            alarming.mark(record, rules, to);
        }
    }

    private void tellTime(Record<Integer, MetricBatch> record, ProcessorContext<Integer, byte[]> to) {
        long now = Objects.requireNonNull(states).clock().nowMillis();
        if (now > toldMillis) {
            toldMillis = now;
            alarming.tick(record, now, to);
        }
    }
}
