package io.weir.dashboard.live;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.consumer.AlarmListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state of every alarm in {@code alarms.state}, in the order of last changes. Each change has a
 * number. A follower remembers the last number that it received, so an alarm that changes several
 * times before the next request is reported once, in its latest state. Thread-safe.
 */
public final class AlarmTable implements AlarmListener {
    /** Number of removed alarms that are remembered for followers that lag. */
    private static final int MOST_GONE = 10_000;

    private final Map<String, Long> changeOf = new HashMap<>();
    private final NavigableMap<Long, Change> byChange = new TreeMap<>();
    private final NavigableMap<Long, String> gone = new TreeMap<>();
    private final AlarmCalls calls = new AlarmCalls();
    private long changes;
    private long forgottenUpTo;
    private boolean isWhole;

    /** An alarm and its state; an alarm without a state is removed. */
    private record Change(String id, Optional<AlarmEvent> state) {}

    /**
     * A set of changes.
     *
     * @param isAll whether these are all alarms, so that any other is removed
     * @param gone ids of removed alarms
     * @param last the number of the last change, for the next request
     */
    public record News(boolean isAll, List<AlarmEvent> alarms, List<String> gone, long last) {
        /** Copies the lists. */
        public News {
            alarms = List.copyOf(alarms);
            gone = List.copyOf(gone);
        }

        /** Whether there is no change. */
        public boolean isNone() {
            return !isAll && alarms.isEmpty() && gone.isEmpty();
        }
    }

    @Override
    public synchronized void onState(AlarmEvent state) {
        change(state.id(), Optional.of(state));
    }

    @Override
    public synchronized void onRemoved(String id) {
        if (changeOf.containsKey(id)) {
            change(id, Optional.empty());
            gone.put(changes, id);
            if (gone.size() > MOST_GONE) {
                Map.Entry<Long, String> oldest = gone.pollFirstEntry();
                forgottenUpTo = oldest.getKey();
                if (byChange.remove(oldest.getKey()) != null) {
                    changeOf.remove(oldest.getValue());
                }
            }
        }
    }

    private void change(String id, Optional<AlarmEvent> state) {
        calls.take(state(id), state);
        changes++;
        Long before = changeOf.put(id, changes);
        if (before != null) {
            byChange.remove(before);
            gone.remove(before);
        }
        byChange.put(changes, new Change(id, state));
    }

    @Override
    public void onUnreadable() {
        // Another service counts it.
    }

    @Override
    public synchronized void onCaughtUp() {
        isWhole = true;
    }

    /** Whether the topic has been read up to its end at the start. */
    public synchronized boolean hasAll() {
        return isWhole;
    }

    /** The state of an alarm, or empty. */
    public synchronized Optional<AlarmEvent> state(String id) {
        return Optional.ofNullable(changeOf.get(id)).map(byChange::get).flatMap(Change::state);
    }

    /** The calls of operators in the ten minutes before this time, and the unacknowledged alarms. */
    public synchronized OperatorCalls calls(long nowMillis) {
        return calls.view(nowMillis);
    }

    /** All alarms, in the order of their last changes. */
    public synchronized News all() {
        return news(true, byChange.values());
    }

    /** The changes after the change with this number; all alarms if it is too old. */
    public synchronized News since(long change) {
        return change < forgottenUpTo || change > changes
                ? all()
                : news(false, byChange.tailMap(change, false).values());
    }

    private News news(boolean isAll, Collection<Change> of) {
        List<AlarmEvent> states = new ArrayList<>();
        List<String> noMore = new ArrayList<>();
        for (Change change : of) {
            change.state().ifPresentOrElse(states::add, () -> noMore.add(change.id()));
        }
        return new News(isAll, states, isAll ? List.of() : noMore, changes);
    }
}
