package io.weir.dashboard.alarm;

import io.weir.contract.alarm.AlarmEvent;
import java.io.IOException;
import java.util.List;

/** What alarms were. Thread-safe. */
public interface AlarmHistory {

    /**
     * The last transitions of an alarm.
     *
     * @param events the latest first
     * @param more whether there may be earlier ones
     */
    record Past(List<AlarmEvent> events, boolean more) {
        /** Keeps a copy. */
        public Past {
            events = List.copyOf(events);
        }
    }

    /**
     * Waits until they are found.
     *
     * @throws IOException if they cannot be asked for now
     */
    Past of(String alarm) throws IOException;
}
