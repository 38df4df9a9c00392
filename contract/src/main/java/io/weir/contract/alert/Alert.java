package io.weir.contract.alert;

import io.weir.contract.alarm.AlarmEvent;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An alarm that is or was standing, as Alertmanager and Prometheus call and describe it. The severity
 * is a label, so each severity has its own alert.
 *
 * @param labels identify the alert
 * @param startsAt when the alarm was raised, unless an earlier time is known ({@link #since})
 * @param resolvedAt when it ended; null while it is active
 */
public record Alert(
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        Instant startsAt,
        @Nullable Instant resolvedAt) {

    /**
     * The alert of a standing alarm.
     *
     * @param everywhere labels of every alert
     */
    public static Alert of(AlarmEvent alarm, Map<String, String> everywhere) {
        return new Alert(AlertLabels.of(alarm, everywhere), annotations(alarm), alarm.raise(), null);
    }

    private static SortedMap<String, String> annotations(AlarmEvent alarm) {
        SortedMap<String, String> annotations = new TreeMap<>();
        put(annotations, "message", alarm.message());
        put(annotations, "guidance", alarm.guidance());
        put(annotations, "value", alarm.value() == null ? alarm.text() : alarm.value());
        put(annotations, "threshold", alarm.threshold());
        put(annotations, "state", alarm.to());
        put(annotations, "user", alarm.user());
        put(annotations, "reason", alarm.reason());
        return Collections.unmodifiableSortedMap(annotations);
    }

    private static void put(Map<String, String> annotations, String name, @Nullable Object value) {
        if (value != null && !value.toString().isEmpty()) {
            annotations.put(name, value.toString());
        }
    }

    /** Returns the alert with an earlier start. */
    public Alert since(Instant earlier) {
        return new Alert(labels, annotations, earlier, resolvedAt);
    }

    /** Returns the alert with an end. */
    public Alert resolved(Instant at) {
        return new Alert(labels, annotations, startsAt, at);
    }
}
