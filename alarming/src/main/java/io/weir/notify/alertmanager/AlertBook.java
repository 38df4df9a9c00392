package io.weir.notify.alertmanager;

import io.weir.contract.alarm.AlarmEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Every alert that lasts, and those that were over a short while ago, in the order of their last changes. Each change has a
 * number; who is told of alerts remembers up to which. An alert that changes again before somebody was told of it is told once, as
 * it is then: so nobody's queue grows with what happens, only with how many alarms there are. Thread-safe.
 */
final class AlertBook {
    /**
     * A part of the book.
     *
     * @param last the number of the change up to which it goes
     */
    record Page(List<Alert> alerts, long last) {
        Page {
            alerts = List.copyOf(alerts);
        }
    }

    private final Map<String, String> everywhere;
    private final Map<String, Alert> lasting = new HashMap<>();
    private final NavigableMap<Long, Alert> byChange = new TreeMap<>();
    private final Map<SortedMap<String, String>, Long> changeOf = new HashMap<>();
    private long changes;
    private boolean isWhole;

    /** @param everywhere labels of every alert */
    AlertBook(Map<String, String> everywhere) {
        this.everywhere = Map.copyOf(everywhere);
    }

    /** An alarm is in this state. */
    synchronized void take(AlarmEvent alarm) {
        Alert before = lasting.remove(alarm.id());
        if (Alert.isDue(alarm)) {
            Alert now = Alert.of(alarm, everywhere);
            if (before != null && before.labels().equals(now.labels())) {
                now = now.since(before.startsAt());
                before = null;
            }
            lasting.put(alarm.id(), now);
            change(now);
        }
        if (before != null) {
            change(before.resolved(alarm.decisionTime()));
        }
    }

    /** An alarm is no more. */
    synchronized void forget(String id, Instant now) {
        Alert before = lasting.remove(id);
        if (before != null) {
            change(before.resolved(now));
        }
    }

    /** Forgets what was over by then. */
    synchronized void forgetResolvedBefore(Instant then) {
        byChange.values().removeIf(alert -> {
            boolean isLongOver =
                    alert.resolvedAt() != null && alert.resolvedAt().isBefore(then);
            if (isLongOver) {
                changeOf.remove(alert.labels());
            }
            return isLongOver;
        });
    }

    /** From now on it may be told; before, it was still being read. */
    synchronized void whole() {
        isWhole = true;
        notifyAll();
    }

    /**
     * Alerts in the order of their last changes.
     *
     * @param after the number of a change: only what changed later
     * @param upTo and not later than this
     * @param most so many at most
     */
    synchronized Page page(long after, long upTo, int most) {
        List<Alert> alerts = new ArrayList<>();
        long end = Math.min(upTo, changes);
        if (after < end) {
            for (Map.Entry<Long, Alert> change :
                    byChange.subMap(after, false, end, true).entrySet()) {
                alerts.add(change.getValue());
                if (alerts.size() == most) {
                    return new Page(alerts, change.getKey());
                }
            }
        }
        return new Page(alerts, Math.max(after, end));
    }

    /** How many alerts have changed after a change. */
    synchronized long changedAfter(long change) {
        return byChange.tailMap(change, false).size();
    }

    /** Returns once the book is whole and something has changed after a change, or after this time. */
    synchronized void await(long change, long millis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isWhole || changes <= change) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** Is everything in it that there is? */
    synchronized boolean isWhole() {
        return isWhole;
    }

    private void change(Alert alert) {
        Long before = changeOf.put(alert.labels(), ++changes);
        if (before != null) {
            byChange.remove(before);
        }
        byChange.put(changes, alert);
        notifyAll();
    }
}
