package io.weir.dashboard.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
        ShiftSummary summary = ShiftSummary.of(entries, 100, all -> true);

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
                        "raised-before", "hot", Severity.MAJOR, 0, 11, new TreeSet<>(), null, true, RAISED, 11, ""));
        assertThat(summary.alarms().get(2).raises()).isEqualTo(1);
        assertThat(summary.alarms().get(3).worst()).isEqualTo(Severity.MAJOR);
        assertThat(summary.commands()).extracting(JournalEntry::millis).containsExactly(102L, 105L, 107L);
    }

    @Test
    void onlyAcknowledgementsCountAsSuchAlsoAfterTheAlarmCleared() {
        add(101, "unshelved", ACKNOWLEDGED, AlarmState.SHELVED, Severity.MINOR, "anna");
        add(102, "unshelved", AlarmState.SHELVED, ACKNOWLEDGED, Severity.MINOR, "bob");
        add(103, "latched", RAISED, AlarmState.RETURNED, Severity.OK, null);
        add(104, "latched", AlarmState.RETURNED, NORMAL, Severity.OK, "otto");
        List<AlarmShift> alarms = alarms();

        assertThat(alarms).extracting(AlarmShift::alarm).containsExactly("unshelved", "latched");
        assertThat(alarms.get(0).acknowledgedBy()).isEmpty();
        assertThat(alarms.get(1).acknowledgedBy()).isEqualTo(Set.of("otto"));
        assertThat(alarms.get(1).acknowledgedMillis()).isEqualTo(104);
    }

    @Test
    void hiddenAlarmsAreRaisedOnlyWhileTheirConditionIsMet() {
        AlarmState shelved = AlarmState.SHELVED;
        add(10, "hidden-before", NORMAL, shelved, Severity.OK, "anna");
        add(101, "clear", NORMAL, AlarmState.OUT_OF_SERVICE, Severity.OK, "anna");
        add(102, "hidden-before", shelved, shelved, Severity.MAJOR, null);
        add(103, "masked", NORMAL, AlarmState.SUPPRESSED, Severity.MINOR, null);
        add(104, "twice", NORMAL, shelved, Severity.OK, "anna");
        add(105, "twice", shelved, shelved, Severity.MINOR, null);
        add(106, "twice", shelved, shelved, Severity.OK, null);
        add(107, "twice", shelved, shelved, Severity.MINOR, null);
        add(108, "twice", shelved, shelved, Severity.OK, null);
        add(20, "returned-before", RAISED, AlarmState.RETURNED, Severity.OK, null);
        List<AlarmShift> alarms = alarms();

        assertThat(alarms)
                .extracting(AlarmShift::alarm, AlarmShift::raised, AlarmShift::raises)
                .containsExactly(
                        tuple("hidden-before", true, 1),
                        tuple("masked", true, 1),
                        tuple("returned-before", true, 0),
                        tuple("twice", false, 2));
    }

    @Test
    void lateTransitionFromBeforeTheShiftChangesOnlyTheState() {
        add(101, "late", NORMAL, RAISED, Severity.MAJOR, null);
        add(50, "late", RAISED, NORMAL, Severity.OK, null);
        AlarmShift late = alarms().get(0);

        assertThat(late.worst()).isEqualTo(Severity.MAJOR);
        assertThat(late.firstMillis()).isEqualTo(101);
        assertThat(late.state()).isEqualTo(NORMAL);
    }

    @Test
    void filterSelectsAlarmsButNotTheTransitionsThatTellTheirState() {
        add(101, "cleared", NORMAL, RAISED, Severity.MAJOR, null);
        add(102, "cleared", RAISED, ACKNOWLEDGED, Severity.MAJOR, "anna");
        add(103, "cleared", ACKNOWLEDGED, NORMAL, Severity.OK, null);
        add(104, "other", NORMAL, RAISED, Severity.MAJOR, null);
        add(105, "other", RAISED, ACKNOWLEDGED, Severity.MAJOR, "otto");
        Collections.reverse(entries);
        ShiftSummary summary = ShiftSummary.of(entries, 100, entry -> "anna".equals(entry.user()));

        assertThat(summary.alarms())
                .extracting(AlarmShift::alarm, AlarmShift::raised, AlarmShift::raises)
                .containsExactly(tuple("cleared", false, 1));
        assertThat(summary.commands()).extracting(JournalEntry::millis).containsExactly(102L);
        assertThat(ShiftSummary.of(entries, 200, entry -> entry.alarm().equals("other"))
                        .alarms())
                .extracting(AlarmShift::alarm)
                .containsExactly("other");
    }

    @Test
    void aCommentDoesNotChangeSinceWhenTheAlarmHasItsState() {
        add(101, "commented", NORMAL, RAISED, Severity.MAJOR, null);
        comment(102, "commented", RAISED, Severity.MAJOR, "anna");
        comment(103, "unknown-before", ACKNOWLEDGED, Severity.MINOR, "otto");

        assertThat(alarms())
                .extracting(AlarmShift::alarm, AlarmShift::state, AlarmShift::sinceMillis, AlarmShift::raises)
                .containsExactly(tuple("commented", RAISED, 101L, 1), tuple("unknown-before", ACKNOWLEDGED, 103L, 0));
    }

    private List<AlarmShift> alarms() {
        Collections.reverse(entries);
        return ShiftSummary.of(entries, 100, all -> true).alarms();
    }

    private void add(
            long millis, String alarm, AlarmState from, AlarmState to, Severity severity, @Nullable String user) {
        add(millis, alarm, from, to, severity, user, false);
    }

    private void comment(long millis, String alarm, AlarmState state, Severity severity, String user) {
        add(millis, alarm, state, state, severity, user, true);
    }

    private void add(
            long millis,
            String alarm,
            AlarmState from,
            AlarmState to,
            Severity severity,
            @Nullable String user,
            boolean isComment) {
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
                null,
                null,
                isComment));
    }
}
