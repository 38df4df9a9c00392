package io.weir.alarming.life;

import io.weir.contract.alarm.Severity;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What the task keeps of groups of alarms, so that nothing has to be counted anew: under which rules they were counted, how many
 * members each group has of each severity, and what masks which. Not thread-safe.
 */
final class Groups {

    private static final String RULES = "rules";
    private static final String COUNT = "count\n";
    private static final String MASK = "mask\n";
    private static final String MASKED = "masked\n";
    private static final String WAITING = "waiting\n";

    private final KeyValueStore<String, String> store;

    /**
     * The members of a group that count.
     *
     * @param members how many
     * @param rules of so many rules
     * @param worst the worst severity of one; OK if there is none
     */
    record Tally(int members, int rules, Severity worst) {}

    Groups(KeyValueStore<String, String> store) {
        this.store = store;
    }

    /** The version of the rules by which alarms are grouped; null before that was told. */
    @Nullable
    String rules() {
        return store.get(RULES);
    }

    /** Forgets how alarms were grouped, and goes over to other rules. */
    void begin(String rules) {
        List.of(COUNT, MASK, MASKED).forEach(kind -> keys(kind).forEach(store::delete));
        store.put(RULES, rules);
    }

    /** So many alarms more of a rule, or fewer, have a severity in a group. */
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
     * An alarm masks a group from now on, or does not any more.
     *
     * @return whether the group is masked now and was not, or the other way round
     */
    boolean mask(String group, String alarm, boolean masks) {
        boolean wasMasked = maskOf(group) != null;
        store.put(MASK + group + '\n' + alarm, masks ? "" : null);
        return wasMasked != (maskOf(group) != null);
    }

    /** An alarm that masks the group, the first by id; null if none does. */
    @Nullable
    String maskOf(String group) {
        String prefix = MASK + group + '\n';
        try (KeyValueIterator<String, String> each = store.prefixScan(prefix, new StringSerializer())) {
            return each.hasNext() ? each.next().key.substring(prefix.length()) : null;
        }
    }

    /** A mask of the group is to be told to this alarm, or not. */
    void masked(String group, String alarm, boolean isTold) {
        store.put(MASKED + group + '\n' + alarm, isTold ? "" : null);
    }

    /** The alarms to be told of a mask of the group. */
    List<String> masked(String group) {
        int behind = MASKED.length() + group.length() + 1;
        return keys(MASKED + group + '\n').stream()
                .map(key -> key.substring(behind))
                .toList();
    }

    /** The mask of this alarm is to be looked at again later. */
    void later(String alarm) {
        store.put(WAITING + alarm, "");
    }

    /** Takes out so many at most of the alarms that wait for that. */
    List<String> takeWaiting(int most) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, String> each = store.prefixScan(WAITING, new StringSerializer())) {
            while (each.hasNext() && keys.size() < most) {
                keys.add(each.next().key);
            }
        }
        keys.forEach(store::delete);
        return keys.stream().map(key -> key.substring(WAITING.length())).toList();
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
