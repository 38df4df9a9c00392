package io.weir.notify.alertmanager;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alert.Alert;
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
 * All active and recently resolved alerts, in the order of their last changes. Each change has a
 * number; a sender remembers the last number it sent. An alert that changes repeatedly before it is
 * sent is sent once, in its latest state. So memory grows with the number of alarms, not with the
 * number of changes. Thread-safe.
 */
final class AlertBook {
    /**
     * A part of the book.
     *
     * @param last number of the last change that it covers
     */
    record Page(List<Alert> alerts, long last) {
        Page {
            alerts = List.copyOf(alerts);
        }
    }

    private final Map<String, String> everywhere;
    private final Map<String, Alert> active = new HashMap<>();
    private final NavigableMap<Long, Alert> byChange = new TreeMap<>();
    private final Map<SortedMap<String, String>, Long> changeOf = new HashMap<>();
    private long changes;
    private boolean isCaughtUp;

    /** @param everywhere labels of every alert */
    AlertBook(Map<String, String> everywhere) {
        this.everywhere = Map.copyOf(everywhere);
    }

    /** Updates the state of an alarm. */
    synchronized void take(AlarmEvent alarm) {
        Alert before = active.remove(alarm.id());
        if (alarm.isStanding()) {
            Alert now = Alert.of(alarm, everywhere);
            if (before != null && before.labels().equals(now.labels())) {
                now = now.since(before.startsAt());
                before = null;
            }
            active.put(alarm.id(), now);
            change(now);
        }
        if (before != null) {
            change(before.resolved(alarm.decisionTime()));
        }
    }

    /** Removes an alarm. */
    synchronized void forget(String id, Instant now) {
        Alert before = active.remove(id);
        if (before != null) {
            change(before.resolved(now));
        }
    }

    /** Forgets alerts that were resolved before this time. */
    synchronized void forgetResolvedBefore(Instant then) {
        byChange.values().removeIf(alert -> {
            boolean isExpired = alert.resolvedAt() != null && alert.resolvedAt().isBefore(then);
            if (isExpired) {
                changeOf.remove(alert.labels());
            }
            return isExpired;
        });
    }

    /** Marks the initial read as complete; alerts may be sent from now on. */
    synchronized void markCaughtUp() {
        isCaughtUp = true;
        notifyAll();
    }

    /**
     * Returns alerts in the order of their last changes.
     *
     * @param after only changes with a higher number
     * @param upTo only changes with at most this number
     * @param most the highest number of alerts
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

    /** Returns how many alerts changed after a change. */
    synchronized long changedAfter(long change) {
        return byChange.tailMap(change, false).size();
    }

    /**
     * Waits until the book is complete and has a later change, or until {@code millis} have passed.
     */
    synchronized void await(long change, long millis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isCaughtUp || changes <= change) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** Returns whether the initial read is complete. */
    synchronized boolean isCaughtUp() {
        return isCaughtUp;
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
