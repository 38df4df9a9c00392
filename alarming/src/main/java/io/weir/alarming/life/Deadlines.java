package io.weir.alarming.life;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * One moment at most for each alarm, in a store that it shares with others. To ask whether any is due costs one look as long as
 * none is, so that it may be asked before each record. Not thread-safe.
 */
final class Deadlines {

    private final KeyValueStore<String, Long> store;
    private final String prefix;

    /** No moment is before this one; it is in the store, since each processor of the task has deadlines of its own over it. */
    private final String earliest;

    /** An alarm whose moment has come, and that moment. */
    record Due(String alarm, Instant time) {}

    /**
     * Those of one kind.
     *
     * @param kind of these and of no others in the store
     */
    Deadlines(KeyValueStore<String, Long> store, String kind) {
        this.store = store;
        this.prefix = kind + "/";
        this.earliest = "earliest-" + kind;
    }

    /** The alarm's moment is this from now on; null: it has none. */
    void set(String alarm, @Nullable Instant due) {
        String key = prefix + alarm;
        if (due != null) {
            store.put(key, due.toEpochMilli());
            Long before = store.get(earliest);
            if (before == null || due.toEpochMilli() < before) {
                store.put(earliest, due.toEpochMilli());
            }
        } else if (store.get(key) != null) {
            store.delete(key);
        }
    }

    /** Of each alarm: if its moment is later than what {@code latest} says, it is that from now on. */
    void limit(Function<String, Instant> latest) {
        List<Due> later = new ArrayList<>();
        try (KeyValueIterator<String, Long> each = store.prefixScan(prefix, new StringSerializer())) {
            while (each.hasNext()) {
                KeyValue<String, Long> alarm = each.next();
                String id = alarm.key.substring(prefix.length());
                Instant limit = latest.apply(id);
                if (alarm.value > limit.toEpochMilli()) {
                    later.add(new Due(id, limit));
                }
            }
        }
        later.forEach(due -> set(due.alarm(), due.time()));
    }

    /** Takes out the alarms whose moment has come, the earliest first; {@value AlarmBook#MOST_AT_ONCE} at most, the others next time. */
    List<Due> take(Instant now) {
        Long before = store.get(earliest);
        if (before == null || before > now.toEpochMilli()) {
            return List.of();
        }
        List<KeyValue<String, Long>> due = new ArrayList<>();
        long next = Long.MAX_VALUE;
        try (KeyValueIterator<String, Long> each = store.prefixScan(prefix, new StringSerializer())) {
            while (each.hasNext()) {
                KeyValue<String, Long> alarm = each.next();
                if (alarm.value <= now.toEpochMilli()) {
                    due.add(alarm);
                } else {
                    next = Math.min(next, alarm.value);
                }
            }
        }
        due.sort(Comparator.comparingLong(alarm -> alarm.value)); // stable: of the same moment, by id
        if (due.size() > AlarmBook.MOST_AT_ONCE) {
            next = due.get(AlarmBook.MOST_AT_ONCE).value;
            due.subList(AlarmBook.MOST_AT_ONCE, due.size()).clear();
        }
        due.forEach(alarm -> store.delete(alarm.key));
        store.put(earliest, next == Long.MAX_VALUE ? null : next);
        return due.stream()
                .map(alarm -> new Due(alarm.key.substring(prefix.length()), Instant.ofEpochMilli(alarm.value)))
                .toList();
    }
}
