package io.weir.processing.merge;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.LineBounds;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.account.Use;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.RawReader;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.SeriesTier;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Adapts {@link Merger} to Kafka Streams. Reads records of {@code metrics.partials}, skips
 * duplicates that a crash caused upstream, and forwards results as a batch: those that it merges,
 * and those of series that other rules read.
 */
public final class MergeProcessor implements Processor<byte[], byte[], Integer, MetricBatch> {

    /** The source named by the headers of all results. */
    public static final String SOURCE = "partials";

    /** The reason of results that are refused memory. */
    static final String BUDGET = "result-budget";

    private final String store;
    private final FutureLimit future;
    private final ProcessingMeters meters;
    private final MetricBatch batch = new MetricBatch();
    private @Nullable Task task;
    private int knownSeries;
    private long knownBytes;

    /** The objects that exist only while the task runs. */
    private record Task(
            ProcessorContext<Integer, MetricBatch> context,
            BlockStore<MergeStates> store,
            Merger merger,
            RawReader reader) {

        MergeStates states() {
            return store.workingSet();
        }
    }

    /**
     * Creates a processor.
     *
     * @param store the name of the block store of {@link MergeStates}
     * @param future as in {@link RawReader}
     */
    public MergeProcessor(String store, FutureLimit future, ProcessingMeters meters) {
        this.store = store;
        this.future = future;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, MetricBatch> context) {
        BlockStore<MergeStates> blocks = context.getStateStore(store);
        SeriesTier tier = SeriesTier.in(blocks);
        RawReader reader = new RawReader(
                LineBounds.NONE,
                future,
                tier.series(),
                tier.checkpoint(),
                (bytes, start, end, reason, at) -> meters.refused(reason.endsWith(RawReader.BUDGET) ? BUDGET : reason),
                meters);
        task = new Task(context, blocks, new Merger(blocks, meters), reader);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        RecordMetadata from = running.context.recordMetadata().orElseThrow();
        running.store.process(from.offset(), () -> take(record, from, running));
        int size = running.store.workingSet().series().size();
        meters.series(size - knownSeries);
        knownSeries = size;
        long bytes = running.states().series().account().bytes();
        meters.stateBytes(bytes - knownBytes);
        knownBytes = bytes;
    }

    private void take(Record<byte[], byte[]> record, RecordMetadata from, Task running) {
        Headers headers = record.headers();
        SourcePartitions sources = running.states().sources();
        boolean hasLines = BatchHeaders.lines(headers) > 0;
        int partition = hasLines ? -1 : partition(headers, sources);
        if (!sources.progress().take(headers)) {
            meters.duplicatePartial();
            return;
        }
        if (hasLines) {
            read(record, from, running);
            return;
        }
        String rules = BatchHeaders.rules(headers);
        boolean hasSwitched =
                rules != null && running.merger.switchTo(partition, rules, record.timestamp(), from.offset());
        byte[] state = BatchHeaders.state(headers);
        if (state != null) {
            FarmState.of(state).ifPresent(running.merger::switchState);
        } else if (BatchHeaders.isEmpty(record.value())) {
            sources.get(partition).tick(BatchHeaders.level(headers), record.timestamp());
            emit(from, running, hasSwitched);
        } else {
            running.merger.keep(partition, record.value(), from.offset());
        }
    }

    /** Reads the results of series. */
    private void read(Record<byte[], byte[]> record, RecordMetadata from, Task running) {
        SeriesStates series = running.states().series();
        begin(series, from);
        running.reader.read(record.value(), from.offset(), record.timestamp(), batch);
        forward(record.timestamp(), from, running);
    }

    private static int partition(Headers headers, SourcePartitions sources) {
        String source = BatchHeaders.source(headers);
        int partition = source == null || !source.matches("[0-9]{1,6}") ? -1 : Integer.parseInt(source);
        if (partition < 0 || partition >= sources.size()) {
            throw new IllegalArgumentException("header " + BatchHeaders.SOURCE + " must name one of " + sources.size()
                    + " partitions, was " + source);
        }
        return partition;
    }

    private void emit(RecordMetadata from, Task running, boolean hasSwitched) {
        SeriesStates series = running.states().series();
        long millis = running.states().sources().millis(1);
        boolean hasAdvanced = running.states().advance();
        if (millis != Long.MIN_VALUE && (hasAdvanced || hasSwitched)) {
            begin(series, from);
            batch.wrapComputed(series, from.offset(), millis);
            running.merger.emit(batch);
            forward(millis, from, running);
        }
    }

    private static void begin(SeriesStates series, RecordMetadata from) {
        series.late().begin(series.clock().nowMillis());
        series.account().beginResults(from.offset());
    }

    private void forward(long millis, RecordMetadata from, Task running) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.source(SOURCE));
        running.context.forward(new Record<>(from.partition(), batch, millis, headers));
        for (Use use : Use.values()) {
            running.states().series().account().lines().refused(use).stream().forEach(metric -> meters.refused(BUDGET));
        }
    }

    @Override
    public void close() {
        meters.series(-knownSeries);
        knownSeries = 0;
        meters.stateBytes(-knownBytes);
        knownBytes = 0;
    }
}
