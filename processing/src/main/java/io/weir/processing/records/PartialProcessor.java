package io.weir.processing.records;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.state.BlockStore;
import io.weir.processing.aggregate.PartialAggregator;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.records.PartialSender.Cause;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.time.LogClock;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adapts {@link PartialAggregator} to Kafka Streams. While group rules are active, a tick sends the
 * windows that close and the time of the partition. A rules marker always sends both, so that merge
 * learns the version of the rules.
 */
public final class PartialProcessor implements Processor<Integer, MetricBatch, Integer, Object> {

    private final String store;
    private final String next;
    private final PartialSender sender;
    private final FutureLimit future;
    private final ProcessingMeters meters;
    private @Nullable Task task;
    private long sentMillis = LogClock.UNKNOWN;

    /** The objects that exist only while the task runs. */
    private record Task(ProcessorContext<Integer, Object> context, SeriesStates states, PartialAggregator aggregator) {}

    /**
     * Creates a processor that passes batches on to the node {@code next}.
     *
     * @param store the name of the block store of series states
     * @param partials the name of the sink for partials
     * @param partitions number of partitions of {@code metrics.partials}
     * @param future values with timestamps beyond it are in no window
     */
    public PartialProcessor(
            String store, String next, String partials, int partitions, FutureLimit future, ProcessingMeters meters) {
        this.future = future;
        this.store = store;
        this.next = next;
        this.sender = new PartialSender(partials, partitions);
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, Object> context) {
        sentMillis = LogClock.UNKNOWN;
        BlockStore<SeriesStates> blocks = context.getStateStore(store);
        SeriesStates states = blocks.workingSet();
        task = new Task(context, states, new PartialAggregator(states, blocks, future, meters));
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        MetricBatch batch = record.value();
        running.aggregator.add(batch);
        if (batch.rules() != null) {
            send(record, running);
        } else if (batch.isTick() && running.states.hasGroupRules()) {
            tick(record, running);
        }
        running.context.forward(new Record<>(record.key(), batch, record.timestamp(), record.headers()), next);
    }

    private void tick(Record<Integer, MetricBatch> record, Task running) {
        long now = running.states.clock().nowMillis();
        if (now != sentMillis) {
            sentMillis = now;
            send(record, running);
        }
    }

    private void send(Record<Integer, MetricBatch> record, Task running) {
        long now = Math.max(0, running.states.clock().nowMillis());
        Cause cause = new Cause(record, now, running.states.rulesVersion());
        sender.begin();
        running.aggregator.close((key, window) -> sender.append(key, window, cause, running.context));
        sender.finish(cause, running.context);
    }
}
