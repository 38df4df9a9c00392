package io.weir.processing.records;

import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.BlockStore;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.OutputRules;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.SeriesTier;
import io.weir.processing.time.LogClock;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes the metrics of a batch to the feeds that their plans name. Storage and live receive each
 * line without suppressed fields; alarming receives the whole line. At a tick, alarming receives
 * the partition's time and the unreliable gateways; at a rules marker, the marker.
 */
public final class FeedProcessor implements Processor<Integer, MetricBatch, Integer, byte[]> {

    private static final long NO_INPUT = -1;

    private final String store;
    private final FeedWriter storage;
    private final FeedWriter live;
    private final FeedWriter alarming;
    private final ProcessingMeters meters;
    private @Nullable ProcessorContext<Integer, byte[]> context;
    private @Nullable BlockStore<?> blocks;
    private @Nullable SeriesStates states;
    private long sentMillis = LogClock.UNKNOWN;
    private long input = NO_INPUT;

    /**
     * Creates a processor that writes to the sinks of these names.
     *
     * @param store the name of the block store of series states
     */
    public FeedProcessor(String store, String storage, String live, String alarming, ProcessingMeters meters) {
        this.store = store;
        this.storage = new FeedWriter(storage);
        this.live = new FeedWriter(live);
        this.alarming = new FeedWriter(alarming);
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, byte[]> processorContext) {
        context = processorContext;
        sentMillis = LogClock.UNKNOWN;
        input = NO_INPUT;
        BlockStore<?> ofTask = processorContext.getStateStore(store);
        blocks = ofTask;
        states = SeriesTier.in(ofTask).series();
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        MetricBatch batch = record.value();
        ProcessorContext<Integer, byte[]> to = Objects.requireNonNull(context);
        begin(Objects.requireNonNull(blocks).inputNumber());
        int stored = 0;
        for (int metric = 0; metric < batch.size(); metric++) {
            Feed only = batch.onlyTo(metric);
            OutputRules rules = batch.rules(metric).output(batch.output(metric));
            if (rules.storage() && only != Feed.LIVE && storage.append(batch, metric, Feed.STORAGE)) {
                stored++;
                storage.flushIfFull(record, to);
            }
            if (rules.live() && only != Feed.STORAGE && live.append(batch, metric, Feed.LIVE)) {
                live.flushIfFull(record, to);
            }
            if (rules.alarming() && only == null) {
                alarming.append(batch, metric);
                alarming.flushIfFull(record, to);
            }
        }
        meters.stored(stored);
        storage.flush(record, to);
        live.flush(record, to);
        alarming.flush(record, to);
        if (batch.isTick()) {
            sendTime(record, to);
        }
        String rules = batch.rules();
        if (rules != null) {
            alarming.mark(record, rules, to);
        }
    }

    /** A state marker causes two batches. The parts of both are numbered in one sequence. */
    private void begin(long inputNumber) {
        if (inputNumber != input) {
            input = inputNumber;
            storage.begin(input);
            live.begin(input);
            alarming.begin(input);
        }
    }

    private void sendTime(Record<Integer, MetricBatch> record, ProcessorContext<Integer, byte[]> to) {
        LogClock clock = Objects.requireNonNull(states).clock();
        long now = clock.nowMillis();
        if (now != LogClock.UNKNOWN && (now != sentMillis || clock.hasUnreliable())) {
            sentMillis = now;
            alarming.tick(record, now, clock.takeUnreliable(), to);
        }
    }
}
