package io.weir.standalone.replay;

import io.weir.contract.state.BlockStore;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/** The changelogs of a topology's stores: the latest record of each key, in write order. */
final class Changelogs {
    private static final String TOPIC_END = "-changelog";

    private final Map<String, Map<ByteBuffer, TestRecord<byte[], byte[]>>> byTopic = new HashMap<>();

    static boolean isOne(String topic) {
        return topic.endsWith(TOPIC_END);
    }

    void add(String topic, TestRecord<byte[], byte[]> record) {
        Map<ByteBuffer, TestRecord<byte[], byte[]>> records =
                byTopic.computeIfAbsent(topic, first -> new LinkedHashMap<>());
        ByteBuffer key = ByteBuffer.wrap(record.key());
        records.remove(key);
        records.put(key, record);
    }

    /**
     * Restores new stores from the changelogs of their predecessors.
     *
     * @param before the previous stores; those of Kafka Streams itself contain the same data as
     * their changelogs
     */
    void restore(Map<String, StateStore> stores, Map<String, StateStore> before) {
        stores.forEach((name, store) -> {
            if (store instanceof BlockStore<?> blocks) {
                byTopic.getOrDefault(Drive.APPLICATION + "-" + name + TOPIC_END, Map.of())
                        .values()
                        .forEach(record -> blocks.restore(record.key(), record.value()));
            } else {
                copy(Objects.requireNonNull(before.get(name)), store);
            }
        });
    }

    @SuppressWarnings("unchecked") // both are of the same kind
    private static void copy(StateStore from, StateStore to) {
        try (KeyValueIterator<Object, Object> all = ((KeyValueStore<Object, Object>) from).all()) {
            all.forEachRemaining(entry -> ((KeyValueStore<Object, Object>) to).put(entry.key, entry.value));
        }
    }
}
