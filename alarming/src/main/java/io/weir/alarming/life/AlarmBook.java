package io.weir.alarming.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The alarms of the task: finds them, and writes each transition to the store, to the events and to the states. */
final class AlarmBook {

    private final Wiring wiring;
    private final ProcessorContext<byte[], byte[]> context;
    private final KeyValueStore<String, Alarm> alarms;
    private final Marks marks;
    private final AlarmingMeters meters;

    AlarmBook(Wiring wiring, ProcessorContext<byte[], byte[]> context, AlarmingMeters meters) {
        this.wiring = wiring;
        this.context = context;
        this.alarms = context.getStateStore(wiring.alarms());
        this.marks = new Marks(context.getStateStore(wiring.marks()));
        this.meters = meters;
    }

    /** The store of alarms: in memory, its changelog in Kafka. */
    static StoreBuilder<?> alarms(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), new AlarmSerde());
    }

    /** The store of {@link Marks}, likewise. */
    static StoreBuilder<?> marks(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.Long());
    }

    Marks marks() {
        return marks;
    }

    Instant now() {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    Optional<Alarm> find(String id) {
        return Optional.ofNullable(alarms.get(id));
    }

    /** The alarm of this path; with all below it those whose ids begin with it, too. */
    List<Alarm> find(Target target) {
        List<Alarm> found = new ArrayList<>();
        find(target.path()).ifPresent(found::add);
        if (target.withAllBelow()) {
            try (KeyValueIterator<String, Alarm> below =
                    alarms.prefixScan(target.path() + "/", new StringSerializer())) {
                below.forEachRemaining(alarm -> found.add(alarm.value));
            }
        }
        return found;
    }

    List<Alarm> all() {
        List<Alarm> all = new ArrayList<>();
        try (KeyValueIterator<String, Alarm> each = alarms.all()) {
            each.forEachRemaining(alarm -> all.add(alarm.value));
        }
        return all;
    }

    /** Lets a transition happen. */
    void apply(Transition transition, long timestamp) {
        Alarm after = transition.after();
        alarms.put(after.id(), after);
        if (transition.before().state() == AlarmState.SHELVED || after.state() == AlarmState.SHELVED) {
            marks.shelf(after.id(), after.word() == null ? null : after.word().expiry());
        }
        AlarmEvent event = transition.event(now());
        byte[] key = after.id().getBytes(UTF_8);
        context.forward(new Record<>(key, AlarmJson.write(event), timestamp), wiring.events());
        context.forward(new Record<>(key, AlarmJson.write(event.current()), timestamp), wiring.states());
        meters.transition(after.severity());
    }

    /** Forgets an alarm; readers of the states are told by a record without a value. */
    void forget(Alarm alarm, long timestamp) {
        marks.forgotten(alarm);
        alarms.delete(alarm.id());
        context.forward(new Record<>(alarm.id().getBytes(UTF_8), null, timestamp), wiring.states());
        meters.forgotten();
    }
}
