package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import java.time.Instant;
import java.util.List;

/**
 * The state of the farm at one time.
 *
 * @param losses those that grow fastest first
 * @param notes what is missing in it, for people
 * @param isAnswered whether a service or the dashboard answered
 */
record Snapshot(
        Instant time,
        List<ServiceRow> services,
        List<LossRow> losses,
        DashboardAnswer dashboard,
        List<String> notes,
        boolean isAnswered) {

    /** The alarms that are not normal, the most urgent first; none if the dashboard does not answer. */
    List<AlarmEvent> alarms() {
        return dashboard instanceof DashboardAnswer.View view ? view.alarms() : List.of();
    }

    /** The hosts, the busiest first; none if the dashboard does not answer. */
    List<HostRow> hosts() {
        return dashboard instanceof DashboardAnswer.View view ? view.hosts() : List.of();
    }
}
