package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import java.util.SortedMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The farm settings of {@code control.state}, in a store shared with {@link Groups}. Not
 * thread-safe.
 */
final class FarmSettings {

    private static final String NAME = "farm\n";
    private static final String STATE = "farm-state";

    private final KeyValueStore<String, String> store;
    private String known = "";
    private FarmState state = FarmState.NONE;

    FarmSettings(KeyValueStore<String, String> store) {
        this.store = store;
    }

    /** Returns the current settings. */
    FarmState state() {
        String saved = store.get(STATE);
        if (saved != null && !saved.equals(known)) {
            state = FarmState.of(saved.getBytes(UTF_8)).orElse(FarmState.NONE);
            known = saved;
        }
        return state;
    }

    /** Applies the next record. An invalid value counts as not set; gateways report it. */
    void take(long offset, byte @Nullable [] key, byte @Nullable [] value) {
        StateLog log = saved();
        SortedMap<String, String> before = log.remembered();
        log.take(offset, key, value);
        SortedMap<String, String> after = log.remembered();
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            if (!after.getOrDefault(name, "").equals(before.get(name))) {
                store.put(NAME + name, after.get(name));
            }
        }
        store.put(STATE, new String(log.state().toBytes(), UTF_8));
    }

    private StateLog saved() {
        StateLog log = new StateLog();
        try (KeyValueIterator<String, String> each = store.prefixScan(NAME, new StringSerializer())) {
            each.forEachRemaining(entry ->
                    log.take(0, entry.key.substring(NAME.length()).getBytes(UTF_8), entry.value.getBytes(UTF_8)));
        }
        return log;
    }
}
