package io.weir.alarming.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** Adapts {@link LifeCycle} to Kafka Streams: one transition, one event, one new state. */
public final class LifeCycleProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private final String store;
    private final String events;
    private final String states;
    private final AlarmingMeters meters;
    private final SharedIds sharedIds;
    private final ActiveAlarms active;
    private @Nullable ProcessorContext<byte[], byte[]> context;
    private @Nullable KeyValueStore<String, Alarm> alarms;

    /**
     * Writes to the sinks of these names.
     *
     * @param store the name of the store of alarms
     */
    public LifeCycleProcessor(String store, String events, String states, AlarmingMeters meters) {
        this.store = store;
        this.events = events;
        this.states = states;
        this.meters = meters;
        this.sharedIds = new SharedIds(meters);
        this.active = new ActiveAlarms(meters);
    }

    /** The store of alarms: in memory, its changelog in Kafka. */
    public static StoreBuilder<?> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), new AlarmSerde());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> processorContext) {
        context = processorContext;
        KeyValueStore<String, Alarm> restored = processorContext.getStateStore(store);
        alarms = restored;
        active.forget();
        try (KeyValueIterator<String, Alarm> all = restored.all()) {
            all.forEachRemaining(alarm -> active.moved(Severity.OK, alarm.value.severity()));
        }
    }

    @Override
    public void close() {
        active.forget();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        KeyValueStore<String, Alarm> known = Objects.requireNonNull(alarms);
        ConditionChange change = AlarmJson.readConditionChange(record.value());
        Alarm saved = known.get(change.id());
        Alarm before = saved == null ? Alarm.of(change.series()) : saved;
        if (LifeCycle.isForeign(before, change)) {
            sharedIds.met(change, before.series());
        }
        LifeCycle.onCondition(before, change).ifPresent(after -> {
            known.put(change.id(), after);
            active.moved(before.severity(), after.severity());
            tell(before, after, change, record);
        });
    }

    private void tell(Alarm before, Alarm after, ConditionChange change, Record<byte[], byte[]> record) {
        ProcessorContext<byte[], byte[]> to = Objects.requireNonNull(context);
        AlarmEvent event = new AlarmEvent(
                change.id(),
                change.id() + "#" + after.transitions(),
                change.rule(),
                change.ruleVersion(),
                before.state(),
                after.state(),
                after.severity(),
                change.value(),
                change.threshold(),
                change.message(),
                change.guidance(),
                change.tags(),
                change.eventTime(),
                Instant.ofEpochMilli(to.currentSystemTimeMs()),
                null,
                null);
        byte[] key = change.id().getBytes(UTF_8);
        to.forward(new Record<>(key, AlarmJson.write(event), record.timestamp()), events);
        to.forward(new Record<>(key, AlarmJson.write(event.current()), record.timestamp()), states);
        meters.transition(after.severity());
    }
}
