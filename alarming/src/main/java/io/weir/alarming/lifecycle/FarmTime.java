package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.topic.Unreliability;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The log time of the farm: the minimum over all partitions that ever sent a time. Also tracks the
 * unreliable gateways, and the rule version that is active in all partitions. Not thread-safe.
 */
final class FarmTime {

    /** No partition has sent a time. */
    static final long UNKNOWN = -1;

    private static final String PARTITION = "partition/";
    private static final String RULES = "rules";
    private static final String RELIABLE_SINCE = "heard-since";

    private final KeyValueStore<String, String> store;
    private final Map<Integer, PartitionTime> partitions = new HashMap<>();

    /** Restores the saved times. */
    FarmTime(KeyValueStore<String, String> store) {
        this.store = store;
        try (KeyValueIterator<String, String> saved = store.prefixScan(PARTITION, new StringSerializer())) {
            while (saved.hasNext()) {
                KeyValue<String, String> partition = saved.next();
                keep(AlarmJson.readPartitionTime(partition.value.getBytes(UTF_8)));
            }
        }
    }

    /**
     * Updates the time of a partition; returns the step of the farm's log time in milliseconds,
     * negative if it went back.
     */
    long update(PartitionTime time) {
        long before = millis();
        keep(time);
        if (reliableSince() > millis()) {
            store.put(RELIABLE_SINCE, Long.toString(millis())); // Log time went back.
        }
        store.put(PARTITION + time.partition(), new String(AlarmJson.write(time), UTF_8));
        if (!time.unreliable().isEmpty()) {
            store.put(
                    RELIABLE_SINCE,
                    Long.toString(Math.max(reliableSince(), time.time().toEpochMilli())));
        }
        return before == UNKNOWN ? 0 : millis() - before;
    }

    /**
     * Returns whether the partition's last time is later than this one, which means that its time
     * went back.
     */
    boolean isLaterThan(PartitionTime report) {
        PartitionTime before = partitions.get(report.partition());
        return before != null && before.time().isAfter(report.time());
    }

    private void keep(PartitionTime report) {
        partitions.put(report.partition(), report);
    }

    /** Returns milliseconds since 1970, or {@link #UNKNOWN}. */
    long millis() {
        return partitions.values().stream()
                .mapToLong(report -> report.time().toEpochMilli())
                .min()
                .orElse(UNKNOWN);
    }

    /**
     * Returns the unreliable gateways and the reasons, from the last report of each partition. If
     * partitions disagree, the first reason in the order of {@link Unreliability} counts.
     */
    SortedMap<String, Unreliability> unreliable() {
        SortedMap<String, Unreliability> unreliable = new TreeMap<>();
        for (PartitionTime report : partitions.values()) {
            report.unreliable()
                    .forEach((gateway, why) -> unreliable.merge(gateway, why, (a, b) -> a.compareTo(b) < 0 ? a : b));
        }
        return unreliable;
    }

    /** Returns whether some partition has no memory for new series. */
    boolean isFull() {
        return partitions.values().stream().anyMatch(report -> Boolean.TRUE.equals(report.full()));
    }

    Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /**
     * Returns the log time of the last report of an unreliable gateway, in milliseconds since 1970;
     * {@link #UNKNOWN} if no gateway was ever unreliable.
     */
    long reliableSince() {
        String millis = store.get(RELIABLE_SINCE);
        return millis == null ? UNKNOWN : Long.parseLong(millis);
    }

    /**
     * Returns the rule version that is active in all partitions, if it changed since the last call.
     */
    Optional<String> newRules() {
        Set<String> versions = new HashSet<>();
        partitions.values().forEach(report -> versions.add(report.ruleVersion()));
        if (versions.size() != 1 || versions.contains(rules())) {
            return Optional.empty();
        }
        String version = versions.iterator().next();
        store.put(RULES, version);
        return Optional.of(version);
    }

    /** Returns the rule version that was last active in all partitions; empty if there was none. */
    String rules() {
        String version = store.get(RULES);
        return version == null ? "" : version;
    }
}
