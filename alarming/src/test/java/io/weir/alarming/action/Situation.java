package io.weir.alarming.action;

import io.weir.alarming.lifecycle.AlarmTransitioned;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** State and severity of an alarm, and transitions between them. */
record Situation(AlarmState state, Severity severity) {

    static final Situation NORMAL = new Situation(AlarmState.NORMAL, Severity.OK);
    static final Situation RAISED = new Situation(AlarmState.UNACKNOWLEDGED, Severity.MAJOR);
    static final Situation KNOWN = new Situation(AlarmState.ACKNOWLEDGED, Severity.MAJOR);

    /** All valid combinations. */
    static final List<Situation> ALL = List.of(
            NORMAL,
            RAISED,
            KNOWN,
            new Situation(AlarmState.UNACKNOWLEDGED, Severity.MINOR),
            new Situation(AlarmState.UNACKNOWLEDGED, Severity.INVALID),
            new Situation(AlarmState.ACKNOWLEDGED, Severity.MINOR),
            new Situation(AlarmState.RETURNED, Severity.OK),
            new Situation(AlarmState.SHELVED, Severity.MAJOR),
            new Situation(AlarmState.SHELVED, Severity.OK),
            new Situation(AlarmState.SUPPRESSED, Severity.MAJOR),
            new Situation(AlarmState.SUPPRESSED, Severity.OK),
            new Situation(AlarmState.OUT_OF_SERVICE, Severity.MINOR));

    /** Returns the transition of an alarm of rule {@code r} from here to {@code next}. */
    AlarmTransitioned to(Situation next, String alarm, long number, Instant now) {
        return new AlarmTransitioned(
                new AlarmEvent(
                        alarm,
                        alarm + "#" + number,
                        alarm.substring(0, alarm.indexOf('/')),
                        "v1",
                        state,
                        next.state,
                        next.severity,
                        97.0,
                        null,
                        "is hot",
                        "",
                        new TreeMap<>(Map.of("host", "a/b")),
                        now,
                        now,
                        null,
                        null,
                        now,
                        next.severity,
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
                        null),
                severity);
    }
}
