package io.weir.alarming.life;

import io.weir.contract.alarm.PartitionTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private final KeyValueStore<String, String> store;
    private final Map<Integer, Told> partitions = new HashMap<>();

    private record Told(long millis, String rules) {

        static Told parse(String saved) {
            int blank = saved.indexOf(' ');
            return new Told(Long.parseLong(saved.substring(0, blank)), saved.substring(blank + 1));
        }

        @Override
        public String toString() {
            return millis + " " + rules;
        }
    }

    /** As it was saved in a store of its own. */
    FarmTime(KeyValueStore<String, String> store) {
        this.store = store;
        try (KeyValueIterator<String, String> saved = store.prefixScan(PARTITION, new StringSerializer())) {
            while (saved.hasNext()) {
                KeyValue<String, String> partition = saved.next();
                partitions.put(
                        Integer.parseInt(partition.key.substring(PARTITION.length())), Told.parse(partition.value));
            }
        }
    }

    /** A partition tells its time; returns by how much the farm's went on. */
    long told(PartitionTime time) {
        long before = millis();
        Told told = new Told(time.time().toEpochMilli(), time.ruleVersion());
        partitions.put(time.partition(), told);
        store.put(PARTITION + time.partition(), told.toString());
        return before == UNKNOWN ? 0 : millis() - before;
    }

    /** In milliseconds since 1970, or {@link #UNKNOWN}. */
    long millis() {
        return partitions.values().stream().mapToLong(Told::millis).min().orElse(UNKNOWN);
    }

    Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** The version of the rules that holds everywhere, if that is another than when this was asked last. */
    Optional<String> newRules() {
        Set<String> versions = new HashSet<>();
        partitions.values().forEach(told -> versions.add(told.rules));
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
