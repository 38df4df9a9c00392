package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.top.ServiceRow.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Parts of snapshots for tests. */
final class Snapshots {
    static final Instant NOW = Instant.parse("2026-11-28T11:49:32Z");

    private Snapshots() {}

    static ServiceRow service(String name, State state, String detail) {
        return new ServiceRow(
                OptionalInt.of(9400),
                name,
                state,
                detail,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    static AlarmEvent alarm(String id, AlarmState state, Severity severity, String message, long secondsAgo) {
        Instant since = NOW.minusSeconds(secondsAgo);
        return new AlarmEvent(
                id,
                id + "#1",
                "rule",
                "v1",
                null,
                state,
                severity,
                98.0,
                95.0,
                message,
                "",
                new TreeMap<>(),
                since,
                since,
                null,
                null,
                since,
                severity,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    static Snapshot of(List<ServiceRow> services, List<LossRow> losses, DashboardAnswer dashboard) {
        return new Snapshot(NOW, services, losses, dashboard, List.of(), true);
    }

    static DashboardAnswer.View view(List<HostRow> hosts, List<AlarmEvent> alarms) {
        return new DashboardAnswer.View(List.of(), hosts, alarms, "");
    }
}
