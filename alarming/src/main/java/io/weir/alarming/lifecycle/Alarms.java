package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmCommand.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The saved alarms of the task, by id. Not thread-safe. */
final class Alarms {

    /**
     * Limit of alarms that change per record or clock tick. All output of a record or tick is one
     * transaction, which has a timeout.
     */
    static final int MOST_AT_ONCE = 10_000;

    private final KeyValueStore<String, Alarm> store;

    Alarms(KeyValueStore<String, Alarm> store) {
        this.store = store;
    }

    Optional<Alarm> find(String id) {
        return Optional.ofNullable(store.get(id));
    }

    /**
     * Returns the alarm of this path and, if the target includes a subtree, all alarms below it.
     */
    List<Alarm> find(Target target) {
        List<Alarm> found = new ArrayList<>();
        find(target.path()).ifPresent(found::add);
        if (target.withAllBelow()) {
            try (KeyValueIterator<String, Alarm> below =
                    store.prefixScan(target.path() + "/", new StringSerializer())) {
                below.forEachRemaining(alarm -> found.add(alarm.value));
            }
        }
        return found;
    }

    /** Passes on each alarm, without a list of all: there may be as many as memory permits. */
    void forEach(Consumer<Alarm> to) {
        try (KeyValueIterator<String, Alarm> each = store.all()) {
            each.forEachRemaining(alarm -> to.accept(alarm.value));
        }
    }

    List<Alarm> all() {
        List<Alarm> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }

    void put(Alarm alarm) {
        store.put(alarm.id(), alarm);
    }

    void forget(Alarm alarm) {
        store.delete(alarm.id());
    }
}
