package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.Severity;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The saved groups of alarms: the rule version, the count of raised members by rule and severity,
 * the masks of each group, the alarms that they affect, and the queue of mask updates. Saving them
 * avoids recounting after a restart. Not thread-safe.
 */
final class Groups {

    private static final String RULES = "rules";
    private static final String COUNT = "count\n";
    private static final String MASK = "mask\n";
    private static final String MASKED = "masked\n";
    private static final String QUEUED = "waiting\n";

    private final KeyValueStore<String, String> store;

    /**
     * The counted members of a group.
     *
     * @param members number of members
     * @param rules number of distinct rules among them
     * @param worst the worst severity among them; OK without members
     */
    record Tally(int members, int rules, Severity worst) {}

    Groups(KeyValueStore<String, String> store) {
        this.store = store;
    }

    /** Returns the rule version of the groups; null before the first one. */
    @Nullable
    String rules() {
        return store.get(RULES);
    }

    /** Clears all groups and stores the new rule version. */
    void begin(String rules) {
        List.of(COUNT, MASK, MASKED).forEach(kind -> keys(kind).forEach(store::delete));
        store.put(RULES, rules);
    }

    /** Adds {@code change} to the number of a rule's alarms with this severity in a group. */
    void count(String group, String rule, Severity severity, int change) {
        String key = COUNT + group + '\n' + rule + '\n' + severity;
        String before = store.get(key);
        int after = (before == null ? 0 : Integer.parseInt(before)) + change;
        store.put(key, after == 0 ? null : Integer.toString(after));
    }

    Tally tally(String group) {
        int members = 0;
        int rules = 0;
        Severity worst = Severity.OK;
        String last = "";
        for (KeyValue<String, String> count : entries(COUNT + group + '\n')) {
            String[] ruleAndSeverity =
                    count.key.substring(COUNT.length() + group.length() + 1).split("\n", -1);
            members += Integer.parseInt(count.value);
            rules += ruleAndSeverity[0].equals(last) ? 0 : 1;
            last = ruleAndSeverity[0];
            worst = Severity.worse(worst, Severity.valueOf(ruleAndSeverity[1]));
        }
        return new Tally(members, rules, worst);
    }

    /**
     * Adds or removes an alarm as a mask of a group.
     *
     * @return whether the group became masked or unmasked
     */
    boolean mask(String group, String alarm, boolean masks) {
        boolean wasMasked = maskOf(group) != null;
        store.put(MASK + group + '\n' + alarm, masks ? "" : null);
        return wasMasked != (maskOf(group) != null);
    }

    /** Returns the first alarm by id that masks the group, or null. */
    @Nullable
    String maskOf(String group) {
        String prefix = MASK + group + '\n';
        try (KeyValueIterator<String, String> each = store.prefixScan(prefix, new StringSerializer())) {
            return each.hasNext() ? each.next().key.substring(prefix.length()) : null;
        }
    }

    /** Adds or removes an alarm that masks of the group affect. */
    void masked(String group, String alarm, boolean isAffected) {
        store.put(MASKED + group + '\n' + alarm, isAffected ? "" : null);
    }

    /** Returns the alarms that a mask of the group affects. */
    List<String> masked(String group) {
        int start = MASKED.length() + group.length() + 1;
        return keys(MASKED + group + '\n').stream()
                .map(key -> key.substring(start))
                .toList();
    }

    /** Queues the alarm for a later update of its mask. */
    void queue(String alarm) {
        store.put(QUEUED + alarm, "");
    }

    /** Removes and returns at most {@code most} queued alarms. */
    List<String> takeQueued(int most) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, String> each = store.prefixScan(QUEUED, new StringSerializer())) {
            while (each.hasNext() && keys.size() < most) {
                keys.add(each.next().key);
            }
        }
        keys.forEach(store::delete);
        return keys.stream().map(key -> key.substring(QUEUED.length())).toList();
    }

    private List<String> keys(String prefix) {
        return entries(prefix).stream().map(entry -> entry.key).toList();
    }

    private List<KeyValue<String, String>> entries(String prefix) {
        List<KeyValue<String, String>> found = new ArrayList<>();
        try (KeyValueIterator<String, String> each = store.prefixScan(prefix, new StringSerializer())) {
            each.forEachRemaining(found::add);
        }
        return found;
    }
}
