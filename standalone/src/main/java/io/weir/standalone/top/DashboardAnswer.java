package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import java.util.List;

/** The dashboard's view of the farm. */
sealed interface DashboardAnswer {

    /**
     * The data that the dashboard shows.
     *
     * @param lags by stage; empty if Kafka did not report them within the last minute
     * @param hosts the busiest first
     * @param alarms that are not normal, the most urgent first
     * @param doubt why all this may be old or incomplete; empty if it is current
     */
    record View(List<StageLag> lags, List<HostRow> hosts, List<AlarmEvent> alarms, String doubt)
            implements DashboardAnswer {}

    /** The dashboard does not answer. */
    record Failure(String reason) implements DashboardAnswer {}
}
