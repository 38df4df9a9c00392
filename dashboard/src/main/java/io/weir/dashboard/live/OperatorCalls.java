package io.weir.dashboard.live;

import io.weir.contract.alarm.Severity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of operators in the last ten minutes, and the alarms that wait for an operator.
 *
 * @param floodSinceMillis when the flood began, in milliseconds since 1970; null if there is none
 * @param unacknowledged numbers of unacknowledged alarms by severity, none of them 0
 */
public record OperatorCalls(long calls, @Nullable Long floodSinceMillis, Map<Severity, Integer> unacknowledged) {
    /** Copies the map. */
    public OperatorCalls {
        unacknowledged = Map.copyOf(unacknowledged);
    }
}
