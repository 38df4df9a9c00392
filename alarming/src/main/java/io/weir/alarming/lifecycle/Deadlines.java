package io.weir.alarming.lifecycle;

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
 * The deadlines of one kind, at most one per alarm, in a shared store. While none is due,
 * {@link #take} costs one lookup, so callers may call it before each record. Not thread-safe.
 */
final class Deadlines {

    private final KeyValueStore<String, Long> store;
    private final String prefix;

    /**
     * Store key of a lower bound of all deadlines. Kept in the store, because each processor of the
     * task has its own instance over that store.
     */
    private final String earliest;

    /** An alarm whose deadline has passed, and the deadline. */
    record Due(String alarm, Instant time) {}

    /**
     * Opens the deadlines of one kind.
     *
     * @param kind unique within the store
     */
    Deadlines(KeyValueStore<String, Long> store, String kind) {
        this.store = store;
        this.prefix = kind + "/";
        this.earliest = "earliest-" + kind;
    }

    /** Sets the alarm's deadline; null removes it. */
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

    /** Moves each deadline that is later than {@code latest} of its alarm to that time. */
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

    /**
     * Removes and returns the alarms whose deadline has passed, the earliest first. Returns at most
     * {@value Alarms#MOST_AT_ONCE}; the next call returns the others.
     */
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
        due.sort(Comparator.comparingLong(alarm -> alarm.value)); // stable: ties by id
        if (due.size() > Alarms.MOST_AT_ONCE) {
            next = due.get(Alarms.MOST_AT_ONCE).value;
            due.subList(Alarms.MOST_AT_ONCE, due.size()).clear();
        }
        due.forEach(alarm -> store.delete(alarm.key));
        store.put(earliest, next == Long.MAX_VALUE ? null : next);
        return due.stream()
                .map(alarm -> new Due(alarm.key.substring(prefix.length()), Instant.ofEpochMilli(alarm.value)))
                .toList();
    }
}
