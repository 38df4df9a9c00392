package io.weir.contract.alarm;

import java.util.Comparator;

/** The order in which commands and the page show alarms. */
public final class AlarmOrder {
    /**
     * Most urgent first, as on the page ({@code dashboard/page/alarms/order.js}): those that wait for
     * acknowledgement, then by severity, then the latest; hidden and normal ones last.
     */
    public static final Comparator<AlarmEvent> BY_URGENCY = Comparator.comparingInt(AlarmOrder::place)
            .thenComparing(AlarmEvent::severity, Severity.BY_BADNESS)
            .thenComparing(AlarmEvent::changedAt, Comparator.reverseOrder())
            .thenComparing(AlarmEvent::id);

    private AlarmOrder() {}

    private static int place(AlarmEvent alarm) {
        return switch (alarm.to()) {
            case UNACKNOWLEDGED, RETURNED -> 0;
            case ACKNOWLEDGED -> 1;
            case SHELVED, SUPPRESSED, OUT_OF_SERVICE -> 2;
            case NORMAL -> 3;
        };
    }
}
