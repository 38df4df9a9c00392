package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.absence.AbsenceTracker;
import io.weir.alarming.absence.PresenceListener;
import io.weir.alarming.absence.WatchedKey;
import io.weir.alarming.condition.AlarmPlan;
import io.weir.alarming.condition.ConditionStates;
import io.weir.alarming.condition.OrphanedAlarm;
import io.weir.alarming.condition.Reading;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.KeyPresence;
import io.weir.contract.alarm.MessageKind;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.alarm.Presence;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.InputNumber;
import io.weir.contract.topic.Unreliability;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka Streams adapter of {@link Watcher}; skips records that processing wrote twice, and switches
 * rules at markers.
 */
public final class WatchProcessor implements Processor<byte[], byte[], byte[], byte[]>, PresenceListener {

    private static final Logger LOG = LoggerFactory.getLogger(WatchProcessor.class);

    private final String store;
    private final WatchTimes times;
    private final String raw;
    private final Rules rules;
    private final AlarmingMeters meters;
    private @Nullable Task task;
    private long logMillis;
    private @Nullable Headers headers;
    private boolean areRulesAnnounced;
    private int knownSeries;
    private int knownKeys;
    private long knownBytes;
    private boolean wasFull;

    /** State that exists only after {@link #init}. */
    private record Task(
            ProcessorContext<byte[], byte[]> context,
            BlockStore<ConditionStates> store,
            Watcher watcher,
            Outbox outbox) {}

    /**
     * Creates the processor.
     *
     * @param store the name of the block store of condition states
     * @param raw the name of the topic that processing reads
     */
    public WatchProcessor(String store, WatchTimes times, String raw, Rules rules, AlarmingMeters meters) {
        this.store = store;
        this.times = times;
        this.raw = raw;
        this.rules = rules;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        BlockStore<ConditionStates> blocks = context.getStateStore(store);
        blocks.workingSet().saveBy(blocks);
        AbsenceTracker.Sinks presence = new AbsenceTracker.Sinks(
                this, blocks.downstream(ConditionStates.KEYS), blocks.downstream(ConditionStates.LAST_SEEN));
        Watcher watcher = new Watcher(blocks.workingSet(), blocks, times, meters, this::changed, presence);
        task = new Task(context, blocks, watcher, new Outbox(context::forward));
        areRulesAnnounced = false;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        long offset = running.context.recordMetadata().orElseThrow().offset();
        running.store.process(offset, () -> take(record, running));
        int size = running.store.workingSet().size();
        meters.series(size - knownSeries);
        knownSeries = size;
        int keys = running.store.workingSet().keys().size();
        meters.keys(keys - knownKeys);
        knownKeys = keys;
        long bytes = running.store.workingSet().bytes();
        meters.stateBytes(bytes - knownBytes);
        knownBytes = bytes;
    }

    private void take(Record<byte[], byte[]> record, Task running) {
        ConditionStates states = running.store.workingSet();
        if (running.store.missed() > 0) {
            states.missed();
        }
        if (states.progress().take(record.headers())) {
            watch(record, running);
        } else {
            meters.duplicate();
        }
    }

    private void watch(Record<byte[], byte[]> record, Task running) {
        logMillis = record.timestamp();
        headers = record.headers();
        boolean isEmpty = BatchHeaders.isEmpty(record.value());
        String marked = isEmpty ? BatchHeaders.rules(record.headers()) : null;
        if (marked != null) {
            switchTo(marked, running);
        }
        announceRules(running);
        running.outbox.hold();
        running.store.workingSet().reportOrphaned(this::clear, running.store);
        running.watcher.begin();
        running.outbox.release();
        if (!isEmpty) {
            running.watcher.batch(record.value(), logMillis, BatchHeaders.gateway(record.headers()));
        } else if (marked == null) {
            SortedMap<String, Unreliability> unreliable = BatchHeaders.unreliable(record.headers());
            if (running.store.workingSet().takeMissed()) {
                unreliable.put(BatchHeaders.KAFKA, Unreliability.DELETED);
            }
            running.outbox.hold();
            running.watcher.tick(logMillis, unreliable.keySet());
            running.outbox.release();
            sendTime(unreliable, running);
        }
    }

    /** Whether there is no memory for new series; logs each change. */
    private boolean isFull(Task running) {
        boolean isFull = running.store.workingSet().isFull();
        if (isFull && !wasFull) {
            LOG.error(
                    "no memory for new series: their alarms are not evaluated; look for a sender with generated names or"
                            + " tags, or raise alarming.state-bytes task={} series={} bytes={}",
                    running.context.taskId(),
                    running.store.workingSet().size(),
                    running.store.workingSet().bytes());
        } else if (wasFull && !isFull) {
            LOG.info("memory for new series again task={}", running.context.taskId());
        }
        wasFull = isFull;
        return isFull;
    }

    private void switchTo(String version, Task running) {
        ConditionStates states = running.store.workingSet();
        String before = states.rulesVersion();
        Optional<RuleFile> found = rules.find(version);
        if (found.isEmpty() || found.get().version().equals(before)) {
            return;
        }
        states.switchTo(found.get(), running.store);
        areRulesAnnounced = false;
        meters.switched();
        LOG.debug("switched task={} rules={} before={}", running.context.taskId(), states.rulesVersion(), before);
    }

    /**
     * Announces the rule version to the second stage. The second stage switches with partition 0,
     * whose log contains all versions in order. A repeated announcement after a restart changes
     * nothing.
     */
    private void announceRules(Task running) {
        if (partition(running) == 0 && !areRulesAnnounced) {
            areRulesAnnounced = true;
            byte[] version = running.store.workingSet().rulesVersion().getBytes(UTF_8);
            send(logMillis, "", version, MessageKind.RULES);
        }
    }

    private void changed(AlarmPlan alarm, Severity severity, Reading value, double limit, long eventNanos) {
        send(alarm.change(severity, value, limit, eventNanos, source()));
    }

    private void clear(byte[] series, OrphanedAlarm alarm) {
        send(alarm.cleared(series, running().store.workingSet().rulesVersion(), logMillis, source()));
    }

    @Override
    public void changed(WatchedKey key, Presence presence, long dueMillis, long periodMillis) {
        Task running = running();
        KeyPresence message = key.message(
                presence,
                dueMillis,
                periodMillis,
                running.store.workingSet().rulesVersion(),
                partition(running),
                source());
        meters.presenceChanged();
        send(dueMillis, message.id(), AlarmJson.write(message), MessageKind.PRESENCE);
    }

    @Override
    public void refused() {
        meters.keyRefused();
    }

    private void sendTime(SortedMap<String, Unreliability> unreliable, Task running) {
        String version = running.store.workingSet().rulesVersion();
        PartitionTime time = new PartitionTime(
                partition(running),
                Instant.ofEpochMilli(logMillis),
                version,
                unreliable,
                isFull(running) ? true : null);
        send(logMillis, "", AlarmJson.write(time), MessageKind.TIME);
    }

    private static int partition(Task running) {
        return running.context.taskId().partition();
    }

    /**
     * Returns the gateway's record that caused the current message; if unknown, the record that was
     * read.
     */
    private Source source() {
        RecordMetadata read = running().context.recordMetadata().orElseThrow();
        Headers of = Objects.requireNonNull(headers);
        long number = BatchHeaders.inputNumber(of);
        return number < 0 || BatchHeaders.source(of) != null
                ? new Source(read.topic(), read.partition(), read.offset())
                : new Source(raw, read.partition(), InputNumber.offset(number));
    }

    private void send(ConditionChange change) {
        meters.conditionChanged();
        send(change.eventTime().toEpochMilli(), change.id(), AlarmJson.write(change), MessageKind.CONDITION);
    }

    private void send(long timeMillis, String key, byte[] value, MessageKind kind) {
        running().outbox.send(timeMillis, key, value, kind, logMillis);
    }

    private Task running() {
        return Objects.requireNonNull(task, "process before init");
    }

    @Override
    public void close() {
        meters.series(-knownSeries);
        knownSeries = 0;
        meters.keys(-knownKeys);
        knownKeys = 0;
        meters.stateBytes(-knownBytes);
        knownBytes = 0;
    }
}
