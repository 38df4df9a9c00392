package io.weir.alarming.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.topic.Deafness;
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
 * The log time of the farm, which is the least of all partitions that ever told theirs, and the rules that hold in all of
 * them. Not thread-safe.
 */
final class FarmTime {

    /** No partition has told its time. */
    static final long UNKNOWN = -1;

    private static final String PARTITION = "partition/";
    private static final String RULES = "rules";
    private static final String HEARD_SINCE = "heard-since";

    private final KeyValueStore<String, String> store;
    private final Map<Integer, PartitionTime> partitions = new HashMap<>();

    /** As it was saved in a store of its own. */
    FarmTime(KeyValueStore<String, String> store) {
        this.store = store;
        try (KeyValueIterator<String, String> saved = store.prefixScan(PARTITION, new StringSerializer())) {
            while (saved.hasNext()) {
                KeyValue<String, String> partition = saved.next();
                keep(AlarmJson.readPartitionTime(partition.value.getBytes(UTF_8)));
            }
        }
    }

    /** A partition tells its time; returns by how much the farm's went on; less than 0 where it went back. */
    long told(PartitionTime time) {
        long before = millis();
        keep(time);
        if (heardSince() > millis()) {
            store.put(HEARD_SINCE, Long.toString(millis())); // Log time was wrong, and has gone back.
        }
        store.put(PARTITION + time.partition(), new String(AlarmJson.write(time), UTF_8));
        if (!time.deaf().isEmpty()) {
            store.put(
                    HEARD_SINCE,
                    Long.toString(Math.max(heardSince(), time.time().toEpochMilli())));
        }
        return before == UNKNOWN ? 0 : millis() - before;
    }

    /** Has the partition gone back to this time? */
    boolean isLaterThan(PartitionTime told) {
        PartitionTime before = partitions.get(told.partition());
        return before != null && before.time().isAfter(told.time());
    }

    private void keep(PartitionTime told) {
        partitions.put(told.partition(), told);
    }

    /** In milliseconds since 1970, or {@link #UNKNOWN}. */
    long millis() {
        return partitions.values().stream()
                .mapToLong(told -> told.time().toEpochMilli())
                .min()
                .orElse(UNKNOWN);
    }

    /** The gateways that cannot be relied on by what some partition told last, and why; one that is missing is not told to lose. */
    SortedMap<String, Deafness> deaf() {
        SortedMap<String, Deafness> deaf = new TreeMap<>();
        for (PartitionTime told : partitions.values()) {
            told.deaf().forEach((gateway, why) -> deaf.merge(gateway, why, (a, b) -> a.compareTo(b) < 0 ? a : b));
        }
        return deaf;
    }

    Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** Since when every gateway can be relied on, in milliseconds since 1970; {@link #UNKNOWN} if that was always so. */
    long heardSince() {
        String millis = store.get(HEARD_SINCE);
        return millis == null ? UNKNOWN : Long.parseLong(millis);
    }

    /** The version of the rules that holds everywhere, if that is another than when this was asked last. */
    Optional<String> newRules() {
        Set<String> versions = new HashSet<>();
        partitions.values().forEach(told -> versions.add(told.ruleVersion()));
        if (versions.size() != 1 || versions.contains(rules())) {
            return Optional.empty();
        }
        String version = versions.iterator().next();
        store.put(RULES, version);
        return Optional.of(version);
    }

    /** The version of the rules that held everywhere when they were last the same; empty if they never were. */
    String rules() {
        String version = store.get(RULES);
        return version == null ? "" : version;
    }
}
