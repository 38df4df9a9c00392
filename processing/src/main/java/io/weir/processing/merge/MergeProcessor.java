package io.weir.processing.merge;

import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
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
 * duplicates that a crash caused upstream, and forwards the results as a batch.
 */
public final class MergeProcessor implements Processor<byte[], byte[], Integer, MetricBatch> {

    /** The source named by the headers of all results. */
    public static final String SOURCE = "partials";

    private final String store;
    private final ProcessingMeters meters;
    private final MetricBatch batch = new MetricBatch();
    private @Nullable Task task;
    private int knownSeries;

    /** The objects that exist only while the task runs. */
    private record Task(ProcessorContext<Integer, MetricBatch> context, BlockStore<MergeStates> store, Merger merger) {}

    /** @param store the name of the block store of {@link MergeStates} */
    public MergeProcessor(String store, ProcessingMeters meters) {
        this.store = store;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, MetricBatch> context) {
        BlockStore<MergeStates> blocks = context.getStateStore(store);
        task = new Task(context, blocks, new Merger(blocks, meters));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        RecordMetadata from = running.context.recordMetadata().orElseThrow();
        running.store.process(from.offset(), () -> take(record, from, running));
        int size = running.store.workingSet().series().size();
        meters.series(size - knownSeries);
        knownSeries = size;
    }

    private void take(Record<byte[], byte[]> record, RecordMetadata from, Task running) {
        Headers headers = record.headers();
        SourcePartitions sources = running.store.workingSet().sources();
        int partition = partition(headers, sources);
        if (!sources.progress().take(headers)) {
            meters.duplicatePartial();
            return;
        }
        String rules = BatchHeaders.rules(headers);
        if (rules != null) {
            running.merger.switchTo(partition, rules, from.offset());
        }
        if (BatchHeaders.isEmpty(record.value())) {
            sources.get(partition).tick(record.timestamp());
            emit(from, running);
        } else {
            running.merger.keep(partition, record.value(), from.offset());
        }
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

    private void emit(RecordMetadata from, Task running) {
        MergeStates states = running.store.workingSet();
        long millis = states.sources().millis();
        if (millis == Long.MIN_VALUE || millis == states.series().clock().nowMillis()) {
            return;
        }
        states.series().clock().set(millis);
        batch.wrapComputed(states.series(), from.offset(), millis);
        running.merger.emit(batch);
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.source(SOURCE));
        running.context.forward(new Record<>(from.partition(), batch, millis, headers));
    }

    @Override
    public void close() {
        meters.series(-knownSeries);
        knownSeries = 0;
    }
}
