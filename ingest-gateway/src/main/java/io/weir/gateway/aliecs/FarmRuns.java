package io.weir.gateway.aliecs;

import io.weir.contract.alarm.FarmState;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of the farm after a number of events: of all environments whose runs have the right type, the one whose
 * run began last decides, also when it is over. Not thread-safe.
 *
 * <p>The same events give the same state in any order, so it does not matter in which of its topics and partitions
 * AliECS wrote them, nor where reading began again.
 */
final class FarmRuns {
    /**
     * More than begin while the topics keep their events. The one without an event for the longest time is
     * forgotten.
     */
    private static final int MOST_ENVIRONMENTS = 20_000;

    private static final int MOST_RUNS = 10_000;

    private final StateSettings settings;
    private final Consumer<String> unusable;
    private final LinkedHashMap<String, Environment> environments = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Environment> eldest) {
            return size() > MOST_ENVIRONMENTS;
        }
    };
    /** The numbers of all runs that events mention, of which an environment remembers only its last one. */
    private final Set<String> mentioned = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_RUNS;
        }
    });

    private long coreStartNanos;
    private long listNanos;
    private Set<Long> listed = new HashSet<>();

    /** @param unusable receives what cannot be a value, as words */
    FarmRuns(StateSettings settings, Consumer<String> unusable) {
        this.settings = settings;
        this.unusable = unusable;
    }

    /**
     * Applies an event.
     *
     * @param recordNanos the time of its record, for an event without a time
     */
    void take(EcsEvent event, long recordNanos) {
        long nanos = event.nanos() == 0 ? recordNanos : event.nanos();
        if (event instanceof EcsEvent.Change change) {
            take(change, nanos);
        } else if (event instanceof EcsEvent.CoreStart) {
            coreStartNanos = Math.max(coreStartNanos, nanos);
        } else if (event instanceof EcsEvent.Running running) {
            running.environments().forEach(change -> take(change, nanos));
            if (nanos > listNanos) {
                listNanos = nanos;
                listed = new HashSet<>();
                running.environments().forEach(change -> listed.add(change.run()));
            }
        }
    }

    private void take(EcsEvent.Change change, long nanos) {
        if (!change.environment().isEmpty()) {
            mentioned.add(Long.toString(change.run()));
            environments
                    .computeIfAbsent(change.environment(), unseen -> new Environment())
                    .take(change, nanos);
        }
    }

    /**
     * The values to set, by name; those that are missing must be unset.
     *
     * @param set the values that are set now. A run among them that no event mentions stays, until a run
     *     begins after it: Kafka deletes old events. If no event has its type, it keeps the type
     *     that is set
     * @param setNanos when they were set
     */
    SortedMap<String, String> values(Map<String, String> set, long setNanos) {
        String setRun = set.getOrDefault(name(StateSettings.RUN), "");
        Environment last = null;
        for (Environment each : environments.values()) {
            boolean isSet = setRun.equals(Long.toString(each.run()));
            if (decides(each, isSet) && (last == null || isAfter(each, last))) {
                last = each;
            }
        }
        boolean isMentioned = setRun.isEmpty() || mentioned.contains(setRun);
        if (!isMentioned && (last == null || last.startNanos() < setNanos)) {
            return new TreeMap<>(set);
        }
        return last == null || isOver(last) ? new TreeMap<>() : values(last, set);
    }

    /** The number of environments that are remembered. */
    int environments() {
        return environments.size();
    }

    private boolean decides(Environment environment, boolean isSet) {
        String type = environment.runType();
        return environment.run() != 0 && (settings.runTypes().contains(type) || (type.isEmpty() && isSet));
    }

    private static boolean isAfter(Environment one, Environment other) {
        return one.startNanos() > other.startNanos()
                || (one.startNanos() == other.startNanos() && one.run() > other.run());
    }

    private boolean isOver(Environment environment) {
        boolean isMissing = environment.runningNanos() != 0
                && environment.runningNanos() < listNanos
                && !listed.contains(environment.run());
        return environment.isOver() || isMissing || environment.startNanos() < coreStartNanos;
    }

    private SortedMap<String, String> values(Environment environment, Map<String, String> set) {
        SortedMap<String, String> values = new TreeMap<>();
        put(values, StateSettings.RUN, Long.toString(environment.run()));
        put(values, StateSettings.STATE, environment.state());
        if (environment.runType().isEmpty()) {
            keep(values, StateSettings.RUN_TYPE, set.get(name(StateSettings.RUN_TYPE)));
            keep(values, StateSettings.DETECTORS, set.get(name(StateSettings.DETECTORS)));
        } else {
            put(values, StateSettings.RUN_TYPE, environment.runType());
            put(values, StateSettings.DETECTORS, DetectorList.joined(environment.detectors()));
        }
        return values;
    }

    private void keep(SortedMap<String, String> values, String name, @Nullable String value) {
        if (value != null) {
            values.put(name(name), value);
        }
    }

    private void put(SortedMap<String, String> values, String name, String value) {
        if (value.isEmpty()) {
            return;
        }
        FarmState.mistakeOfValue(value)
                .ifPresentOrElse(
                        mistake -> unusable.accept(name(name) + " counts as not set: its value " + mistake),
                        () -> values.put(name(name), value));
    }

    private String name(String name) {
        return settings.prefix() + name;
    }
}
