package io.weir.dashboard.live;

import io.weir.contract.alarm.AlarmEvent;
import java.io.IOException;
import java.util.List;

/** The past transitions of alarms. Thread-safe. */
public interface AlarmHistory {

    /**
     * The last transitions of an alarm.
     *
     * @param events the latest first
     * @param more whether there may be earlier ones
     */
    record Transitions(List<AlarmEvent> events, boolean more) {
        /** Copies the list. */
        public Transitions {
            events = List.copyOf(events);
        }
    }

    /**
     * Blocks until the transitions are found.
     *
     * @throws IOException if they are not available now
     */
    Transitions of(String alarm) throws IOException;
}
