package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.alarming.series.AlarmPlan;
import io.weir.alarming.series.ConditionStates;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Severity;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Adapts {@link Watcher} to Kafka Streams; passes over what processing wrote a second time. */
public final class WatchProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private final String store;
    private final long expiryMillis;
    private final AlarmingMeters meters;
    private @Nullable Task task;
    private long logMillis;
    private int knownSeries;

    /** What there is only once the task runs. */
    private record Task(ProcessorContext<byte[], byte[]> context, BlockStore<ConditionStates> store, Watcher watcher) {}

    /**
     * Watches for the next node.
     *
     * @param store the name of the block store of condition states
     */
    public WatchProcessor(String store, Duration seriesExpiry, AlarmingMeters meters) {
        this.store = store;
        this.expiryMillis = seriesExpiry.toMillis();
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        BlockStore<ConditionStates> blocks = context.getStateStore(store);
        Watcher watcher = new Watcher(blocks.workingSet(), blocks, expiryMillis, meters, this::changed);
        task = new Task(context, blocks, watcher);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        long offset = running.context.recordMetadata().orElseThrow().offset();
        running.store.begin(offset);
        try {
            take(record, running);
        } catch (KafkaException e) {
            throw e; // The task is closed, and the record stays in progress: it will be read again.
        } catch (RuntimeException e) {
            running.store.end();
            throw e;
        }
        running.store.end();
        int size = running.store.workingSet().size();
        meters.series(size - knownSeries);
        knownSeries = size;
    }

    private void take(Record<byte[], byte[]> record, Task running) {
        ConditionStates states = running.store.workingSet();
        if (states.progress()
                .take(BatchHeaders.inputOffset(record.headers()), BatchHeaders.inputPart(record.headers()))) {
            running.store.touchCommon();
            watch(record, running.watcher);
        } else {
            meters.repeated();
        }
    }

    private void watch(Record<byte[], byte[]> record, Watcher watcher) {
        logMillis = record.timestamp();
        if (BatchHeaders.isTick(record.value())) {
            watcher.tick(logMillis);
        } else {
            watcher.batch(record.value(), logMillis);
        }
    }

    private void changed(AlarmPlan alarm, Severity severity, double value, double limit, long eventNanos) {
        meters.conditionChanged();
        byte[] json = AlarmJson.write(alarm.change(severity, value, limit, eventNanos));
        running().context.forward(new Record<>(alarm.id().getBytes(UTF_8), json, logMillis));
    }

    private Task running() {
        return Objects.requireNonNull(task, "process before init");
    }

    @Override
    public void close() {
        meters.series(-knownSeries);
        knownSeries = 0;
    }
}
