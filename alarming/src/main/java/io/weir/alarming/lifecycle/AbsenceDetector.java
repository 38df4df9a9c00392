package io.weir.alarming.lifecycle;

import io.weir.alarming.absence.AbsencePlans;
import io.weir.alarming.absence.LogGap;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.KeyPresence;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Decides which keys of absence rules are absent: keys that are silent in every partition that has
 * them, and expected keys that were never seen. Not thread-safe.
 */
final class AbsenceDetector {

    /**
     * Limit of never-seen keys reported at one time. All output of a record is one transaction,
     * which has a timeout.
     */
    private static final int MOST_AT_ONCE = 20_000;

    private static final int MOST_VERSIONS = 8;

    private final KeyValueStore<String, KeyState> keys;
    private final FarmTime time;
    private final Rules rules;
    private final Consumer<ConditionChange> to;

    /** Due times of expected keys that were never seen and are not yet reported absent. */
    private final Map<String, Long> awaited = new HashMap<>();

    private final Map<String, Map<String, AbsenceRule>> byVersion = new HashMap<>();

    private long nextDueMillis = Long.MAX_VALUE;

    /**
     * Restores the saved keys.
     *
     * @param to receives the changes of absence alarms
     */
    AbsenceDetector(KeyValueStore<String, KeyState> keys, FarmTime time, Rules rules, Consumer<ConditionChange> to) {
        this.keys = keys;
        this.time = time;
        this.rules = rules;
        this.to = to;
        all().forEach((id, key) -> await(id, key));
    }

    /** Handles a presence change of a key in one partition. */
    void on(KeyPresence report) {
        String id = report.id();
        KeyState before = Optional.ofNullable(keys.get(id)).orElseGet(() -> KeyState.unreported(report));
        switch (report.presence()) {
            case ALIVE -> {
                KeyState after = before.reported(report, KeyState.ALIVE);
                put(id, after.absent(false));
                if (before.isAbsent()) {
                    to.accept(AbsenceChanges.present(id, after, rule(after), report.source()));
                }
            }
            case SILENT -> {
                KeyState after = before.reported(
                        report, Objects.requireNonNull(report.due(), "due").toEpochMilli());
                put(id, after.absent(after.isSilent()));
                if (after.isSilent()) {
                    long period = Objects.requireNonNull(report.periodMillis(), "periodMillis");
                    absent(id, after, after.lastDueMillis(), period, report.source());
                }
            }
            case GONE -> {
                KeyState after = before.without(report.partition());
                if (after.isNowhere()) {
                    gone(id, after, report.source());
                } else {
                    put(id, after);
                }
            }
        }
    }

    private void gone(String id, KeyState key, @Nullable Source source) {
        keys.delete(id);
        awaited.remove(id);
        if (key.isAbsent()) {
            to.accept(AbsenceChanges.gone(id, key, Math.max(0, time.millis()), source));
        }
    }

    /** Handles the log time of one partition. */
    void on(PartitionTime report) {
        long step = time.update(report);
        if (!awaited.isEmpty() && step != 0) {
            restartPeriods(step);
        }
        time.newRules().flatMap(rules::find).ifPresent(this::expect);
        if (nextDueMillis <= time.millis()) {
            reportMissing();
        }
    }

    /**
     * Restarts the period of expected keys after log time went back or made a gap, in which nothing
     * was received.
     */
    private void restartPeriods(long stepMillis) {
        for (String id : List.copyOf(awaited.keySet())) {
            KeyState key = Objects.requireNonNull(keys.get(id));
            if (stepMillis < 0
                    || rule(key).filter(rule -> LogGap.isGap(rule, stepMillis)).isPresent()) {
                put(id, key.expectedFrom(time.millis()));
            }
        }
    }

    /**
     * Handles rules that became active in all partitions. Expects the keys of their inventories and
     * drops other unseen keys.
     */
    private void expect(RuleFile file) {
        Set<String> expected = new HashSet<>();
        for (AbsenceRule rule : file.absences()) {
            for (List<String> values : rule.expected().map(Inventory::keys).orElse(Set.of())) {
                String id = AbsencePlans.id(rule, values);
                expected.add(id);
                expect(id, rule, values, file.version());
            }
        }
        all().forEach((id, key) -> {
            if (key.isNowhere() && !expected.contains(id)) {
                gone(id, key, null);
            }
        });
    }

    private void expect(String id, AbsenceRule rule, List<String> values, String version) {
        KeyState known = keys.get(id);
        if (known == null) {
            SortedMap<String, String> tags = AbsencePlans.tags(rule, values);
            put(id, KeyState.expected(rule.name(), version, tags, time.millis()));
        } else if (known.isNowhere()) {
            KeyState after = known.under(version);
            put(id, after);
            if (after.isAbsent()) {
                absent(id, after, time.millis(), periodMillis(rule), null);
            }
        }
    }

    /**
     * Reports expected keys that did not send for their period while all gateways were reliable.
     * Any gateway may receive such a key, so all must be.
     */
    private void reportMissing() {
        long now = time.millis();
        List<String> due = new ArrayList<>();
        nextDueMillis = Long.MAX_VALUE;
        for (Map.Entry<String, Long> each : awaited.entrySet()) {
            if (each.getValue() <= now) {
                KeyState key = Objects.requireNonNull(keys.get(each.getKey()));
                long reliableMillis = time.reliableSince()
                        + rule(key).map(AbsenceDetector::periodMillis).orElse(0L);
                each.setValue(Math.max(each.getValue(), reliableMillis));
            }
            if (each.getValue() <= now && due.size() < MOST_AT_ONCE) {
                due.add(each.getKey());
            } else {
                nextDueMillis = Math.min(nextDueMillis, each.getValue());
            }
        }
        due.sort(null);
        for (String id : due) {
            long dueMillis = Objects.requireNonNull(awaited.get(id));
            KeyState after = Objects.requireNonNull(keys.get(id)).absent(true);
            put(id, after);
            rule(after).ifPresent(rule -> absent(id, after, dueMillis, periodMillis(rule), null));
        }
    }

    private void put(String id, KeyState key) {
        keys.put(id, key);
        await(id, key);
    }

    private void await(String id, KeyState key) {
        Optional<AbsenceRule> rule = key.isNowhere() && !key.isAbsent() ? rule(key) : Optional.empty();
        if (rule.isEmpty()) {
            awaited.remove(id);
        } else {
            long dueMillis = key.expectedMillis() + periodMillis(rule.get());
            awaited.put(id, dueMillis);
            nextDueMillis = Math.min(nextDueMillis, dueMillis);
        }
    }

    private Map<String, KeyState> all() {
        Map<String, KeyState> all = new TreeMap<>();
        try (KeyValueIterator<String, KeyState> each = keys.all()) {
            while (each.hasNext()) {
                KeyValue<String, KeyState> key = each.next();
                all.put(key.key, key.value);
            }
        }
        return all;
    }

    private Optional<AbsenceRule> rule(KeyState key) {
        if (byVersion.size() > MOST_VERSIONS) {
            byVersion.clear();
        }
        Map<String, AbsenceRule> known = byVersion.computeIfAbsent(
                key.ruleVersion(),
                version -> rules.find(version).map(AbsenceDetector::byName).orElse(Map.of()));
        return Optional.ofNullable(known.get(key.rule()));
    }

    private static Map<String, AbsenceRule> byName(RuleFile file) {
        return file.absences().stream().collect(Collectors.toMap(AbsenceRule::name, rule -> rule));
    }

    private static long periodMillis(AbsenceRule rule) {
        return rule.period().map(Duration::toMillis).orElse(AbsencePlans.UNLEARNED_MILLIS);
    }

    private void absent(String id, KeyState key, long dueMillis, long periodMillis, @Nullable Source source) {
        rule(key)
                .map(rule -> AbsenceChanges.absent(id, key, rule, dueMillis, periodMillis, source))
                .ifPresent(to);
    }
}
