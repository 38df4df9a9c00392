package io.weir.processing.records;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.rule.ResultGraph;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.aggregate.PartialAggregator;
import io.weir.processing.aggregate.WindowClocks;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.records.PartialSender.Cause;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.PlanScope;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.SeriesTier;
import io.weir.processing.time.LogClock;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adapts {@link PartialAggregator} to Kafka Streams: sends the windows of groups that close, and
 * then the time. Also sends the results of series that other rules read. The processor of received
 * metrics sends its partition's time at each tick, and always at a rules marker, so that merge learns
 * the version of the rules. The processor of results sends a time for each level of rules over them.
 */
public final class PartialProcessor implements Processor<Integer, MetricBatch, Integer, Object> {

    private static final String SERIES_OF = "series-";

    private final String store;
    private final PlanScope scope;
    private final Outputs outputs;
    private final int firstSource;
    private final PartialSender sender;
    private final FeedWriter results;
    private final FutureLimit future;
    private final ProcessingMeters meters;
    private @Nullable Task task;
    private long sentMillis = LogClock.UNKNOWN;
    private final long[] sentLevels = new long[ResultGraph.MOST_LEVELS + 1];
    private String sentRules = "";

    /**
     * The next nodes.
     *
     * @param batches the node for batches
     * @param partials the sink for {@code metrics.partials}
     */
    public record Outputs(String batches, String partials) {}

    /** The objects that exist only while the task runs. */
    private record Task(
            ProcessorContext<Integer, Object> context,
            BlockStore<?> blocks,
            SeriesStates states,
            PartialAggregator aggregator) {}

    /**
     * Creates a processor.
     *
     * @param store the name of the block store with the series
     * @param scope the metrics of the series
     * @param partitions number of partitions of {@code metrics.partials}
     * @param future values with timestamps beyond it are in no window
     */
    public PartialProcessor(
            String store,
            PlanScope scope,
            Outputs outputs,
            int partitions,
            FutureLimit future,
            ProcessingMeters meters) {
        this.store = store;
        this.scope = scope;
        this.outputs = outputs;
        this.firstSource = scope == PlanScope.INPUT ? 0 : partitions;
        this.sender = new PartialSender(outputs.partials, partitions, firstSource);
        this.results = new FeedWriter(outputs.partials);
        this.future = future;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, Object> context) {
        sentMillis = LogClock.UNKNOWN;
        Arrays.fill(sentLevels, LogClock.UNKNOWN);
        sentRules = "";
        BlockStore<?> blocks = context.getStateStore(store);
        SeriesTier tier = SeriesTier.in(blocks);
        task = new Task(
                context,
                blocks,
                tier.series(),
                new PartialAggregator(tier.series(), tier.checkpoint(), future, meters));
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        MetricBatch batch = record.value();
        running.aggregator.add(batch);
        running.states.windowClocks().advance();
        sendResults(record, running);
        Header state = record.headers().lastHeader(BatchHeaders.STATE);
        if (state != null) {
            sender.begin();
            sender.state(state, cause(record, running.states.clock().nowMillis(), running), running.context);
        } else if (scope == PlanScope.RESULTS) {
            sendLevels(record, running);
        } else if (batch.rules() != null) {
            send(record, running);
        } else if (batch.isTick() && (running.states.plans().needTime() || sentMillis == LogClock.UNKNOWN)) {
            // The first tick reports the rules, so that merge knows when others begin.
            tick(record, running);
        }
        RecordHeaders headers = new RecordHeaders(record.headers());
        headers.remove(BatchHeaders.STATE);
        running.context.forward(new Record<>(record.key(), batch, record.timestamp(), headers), outputs.batches);
    }

    /** Sends the results of this record's windows that other rules read. */
    private void sendResults(Record<Integer, MetricBatch> record, Task running) {
        MetricBatch batch = record.value();
        if (batch.size() == batch.rawSize()) {
            return;
        }
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.source(SERIES_OF + (firstSource + record.key())));
        Record<Integer, MetricBatch> from = record.withHeaders(headers);
        results.begin(running.blocks.inputNumber());
        for (int metric = batch.rawSize(); metric < batch.size(); metric++) {
            if (batch.rules(metric).output(batch.output(metric)).isRead()) {
                results.append(batch, metric);
                results.flushIfFull(from, running.context);
            }
        }
        results.flush(from, running.context);
    }

    private void tick(Record<Integer, MetricBatch> record, Task running) {
        long now = running.states.clock().nowMillis();
        if (now != sentMillis) {
            sentMillis = now;
            send(record, running);
        }
    }

    private void send(Record<Integer, MetricBatch> record, Task running) {
        Cause cause = cause(record, running.states.clock().nowMillis(), running);
        close(cause, running);
        sender.tick(1, cause, running.context);
    }

    private void sendLevels(Record<Integer, MetricBatch> record, Task running) {
        int highest = running.states.plans().graph().highestTimedLevel();
        if (highest > 1 && record.value().carriesTime()) {
            close(cause(record, record.timestamp(), running), running);
            boolean hasSwitched = !running.states.plans().version().equals(sentRules);
            sentRules = running.states.plans().version();
            for (int level = 2; level <= highest; level++) {
                long now = running.states.windowClocks().nowMillis(WindowClocks.ofLevel(level));
                if (now != LogClock.UNKNOWN && (hasSwitched || now != sentLevels[level])) {
                    sentLevels[level] = now;
                    sender.tick(level, cause(record, now, running), running.context);
                }
            }
        }
    }

    private void close(Cause cause, Task running) {
        sender.begin();
        running.aggregator.close((key, window) -> sender.append(key, window, cause, running.context));
        sender.flush(cause, running.context);
    }

    private static Cause cause(Record<Integer, MetricBatch> record, long nowMillis, Task running) {
        return new Cause(
                record,
                running.blocks.inputNumber(),
                Math.max(0, nowMillis),
                running.states.plans().version());
    }
}
