package io.weir.dashboard.alarm;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.follow.AlarmTaker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every alarm as {@code alarms.state} says it is, in the order of their last changes. Each change has a number; who follows remembers up to
 * which, so an alarm that changes again before somebody asks is told once, as it is then. Thread-safe.
 */
public final class AlarmTable implements AlarmTaker {
    /** So many of those that are gone are remembered, for followers that are behind. */
    private static final int MOST_GONE = 10_000;

    private final Map<String, Long> changeOf = new HashMap<>();
    private final NavigableMap<Long, Change> byChange = new TreeMap<>();
    private final NavigableMap<Long, String> gone = new TreeMap<>();
    private long changes;
    private long forgottenUpTo;
    private boolean isWhole;

    /** An alarm as it is; without a state, it is no more. */
    private record Change(String id, Optional<AlarmEvent> state) {}

    /**
     * What has changed.
     *
     * @param isAll whether this is all there is, and what is not in it is no more
     * @param gone ids of alarms that are no more
     * @param last the number of the last change in it: to be asked for with the next time
     */
    public record News(boolean isAll, List<AlarmEvent> alarms, List<String> gone, long last) {
        /** Keeps copies. */
        public News {
            alarms = List.copyOf(alarms);
            gone = List.copyOf(gone);
        }

        /** Whether there is nothing to tell. */
        public boolean isNone() {
            return !isAll && alarms.isEmpty() && gone.isEmpty();
        }
    }

    @Override
    public synchronized void is(AlarmEvent state) {
        change(state.id(), Optional.of(state));
    }

    @Override
    public synchronized void isGone(String id) {
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
        changes++;
        Long before = changeOf.put(id, changes);
        if (before != null) {
            byChange.remove(before);
            gone.remove(before);
        }
        byChange.put(changes, new Change(id, state));
    }

    @Override
    public void isUnreadable() {
        // Others count it.
    }

    @Override
    public synchronized void isWhole() {
        isWhole = true;
    }

    /** Whether all has been read that the topic held at the start. */
    public synchronized boolean hasAll() {
        return isWhole;
    }

    /** All alarms, in the order of their last changes. */
    public synchronized News all() {
        return news(true, byChange.values());
    }

    /** What has changed since the change of this number; all, if that is too long ago. */
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
