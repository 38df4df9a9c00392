package io.weir.dashboard.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.dashboard.journal.ShiftSummary.AlarmShift;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShiftSummaryTest {
    private static final AlarmState NORMAL = AlarmState.NORMAL;
    private static final AlarmState RAISED = AlarmState.UNACKNOWLEDGED;
    private static final AlarmState ACKNOWLEDGED = AlarmState.ACKNOWLEDGED;

    private final List<JournalEntry> entries = new ArrayList<>();

    @Test
    void listsWhatWasRaisedWhoAcknowledgedItAndWhatIsRaisedAtTheEnd() {
        add(10, "cleared-before", NORMAL, RAISED, Severity.MAJOR, null);
        add(11, "raised-before", NORMAL, RAISED, Severity.MAJOR, null);
        add(12, "cleared-in-shift", NORMAL, RAISED, Severity.MAJOR, null);
        add(20, "cleared-before", RAISED, NORMAL, Severity.OK, null);
        add(100, "cleared-in-shift", RAISED, NORMAL, Severity.OK, null);
        add(101, "twice", NORMAL, RAISED, Severity.MINOR, null);
        add(102, "twice", RAISED, ACKNOWLEDGED, Severity.MINOR, "anna");
        add(103, "twice", ACKNOWLEDGED, RAISED, Severity.MAJOR, null);
        add(104, "twice", RAISED, RAISED, Severity.MINOR, null);
        add(105, "twice", RAISED, ACKNOWLEDGED, Severity.MINOR, "otto");
        add(106, "shelved", NORMAL, RAISED, Severity.MINOR, null);
        add(107, "shelved", RAISED, AlarmState.SHELVED, Severity.MINOR, "anna");
        add(108, "shelved", AlarmState.SHELVED, RAISED, Severity.MINOR, null);
        Collections.reverse(entries);
        ShiftSummary summary = ShiftSummary.of(entries, 100);

        assertThat(summary.alarms())
                .extracting(AlarmShift::alarm)
                .containsExactly("raised-before", "twice", "shelved", "cleared-in-shift");
        AlarmShift twice = summary.alarms().get(1);
        assertThat(twice.worst()).isEqualTo(Severity.MAJOR);
        assertThat(twice.raises()).isEqualTo(2);
        assertThat(twice.firstMillis()).isEqualTo(101);
        assertThat(twice.acknowledgedBy()).isEqualTo(Set.of("anna", "otto"));
        assertThat(twice.acknowledgedMillis()).isEqualTo(105);
        assertThat(twice.state()).isEqualTo(ACKNOWLEDGED);
        assertThat(twice.sinceMillis()).isEqualTo(105);
        assertThat(summary.alarms().get(0))
                .isEqualTo(new AlarmShift(
                        "raised-before", "hot", Severity.MAJOR, 0, 11, new TreeSet<>(), null, RAISED, 11, ""));
        assertThat(summary.alarms().get(2).raises()).isEqualTo(1);
        assertThat(summary.alarms().get(3).worst()).isEqualTo(Severity.MAJOR);
        assertThat(summary.commands()).extracting(JournalEntry::millis).containsExactly(102L, 105L, 107L);
    }

    private void add(
            long millis, String alarm, AlarmState from, AlarmState to, Severity severity, @Nullable String user) {
        entries.add(new JournalEntry(
                entries.size(),
                millis,
                millis,
                alarm,
                "hot",
                from,
                to,
                severity,
                1.0,
                "",
                new TreeMap<>(),
                user,
                null));
    }
}
