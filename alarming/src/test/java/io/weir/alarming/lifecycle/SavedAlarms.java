package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Lets tests of other packages restore changelog records into the stores of the second stage. */
public final class SavedAlarms {

    private SavedAlarms() {}

    @SuppressWarnings("unchecked") // the caller passes the store of alarms
    public static void restoreAlarm(KeyValueStore<String, ?> store, byte[] key, byte @Nullable [] value) {
        ((KeyValueStore<String, Alarm>) store)
                .put(new String(key, UTF_8), new AlarmSerde().deserializer().deserialize("", value));
    }

    @SuppressWarnings("unchecked") // the caller passes the store of marks
    public static void restoreMark(KeyValueStore<String, ?> store, byte[] key, byte @Nullable [] value) {
        ((KeyValueStore<String, Long>) store)
                .put(new String(key, UTF_8), new LongDeserializer().deserialize("", value));
    }

    @SuppressWarnings("unchecked") // the caller passes the store of keys
    public static void restoreKey(KeyValueStore<String, ?> store, byte[] key, byte @Nullable [] value) {
        ((KeyValueStore<String, KeyState>) store)
                .put(new String(key, UTF_8), new KeyStateSerde().deserializer().deserialize("", value));
    }
}
