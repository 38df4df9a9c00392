package io.weir.dashboard.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import io.weir.dashboard.journal.Indicators.Caller;
import io.weir.dashboard.journal.Indicators.Chattered;
import io.weir.dashboard.journal.Indicators.Flood;
import io.weir.dashboard.journal.Indicators.Most;
import io.weir.dashboard.journal.JournalEntry.Chatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndicatorCountTest {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final AlarmState NORMAL = AlarmState.NORMAL;
    private static final AlarmState RAISED = AlarmState.UNACKNOWLEDGED;

    private final List<JournalEntry> entries = new ArrayList<>();

    @Test
    void countsCallsByTenMinutesAlarmRuleAndSeverity() {
        call(HOUR - 1, "hot/before", Severity.MAJOR);
        call(HOUR, "hot/a", Severity.MAJOR);
        call(HOUR + 9 * MINUTE, "hot/b", Severity.MINOR);
        call(HOUR + 25 * MINUTE, "hot/b", Severity.MINOR);
        call(HOUR + 26 * MINUTE, "cold/c", Severity.MINOR);
        call(2 * HOUR, "hot/after", Severity.MAJOR);
        Indicators indicators = indicators(HOUR, 2 * HOUR - 5 * MINUTE);

        assertThat(indicators.calls()).isEqualTo(4);
        assertThat(indicators.tens()).containsExactly(2L, 0L, 2L, 0L, 0L, 0L);
        assertThat(indicators.severities()).containsOnlyKeys(Severity.MAJOR, Severity.MINOR);
        assertThat(indicators.severities()).containsEntry(Severity.MINOR, 3L);
        assertThat(indicators.most()).isEqualTo(new Most(2, HOUR + 9 * MINUTE));
        assertThat(indicators.alarms())
                .containsExactly(
                        new Caller("hot/b", "hot", 2), new Caller("cold/c", "cold", 1), new Caller("hot/a", "hot", 1));
        assertThat(indicators.rules()).containsExactly(new Caller("hot", "hot", 3), new Caller("cold", "cold", 1));
        assertThat(indicators.floods()).isEmpty();
    }

    /** As alarming does: more than ten calls in ten minutes, until there are fewer than five. */
    @Test
    void aFloodLastsFromTheEleventhCallUntilThereAreFewerThanFive() {
        call(HOUR - 20 * MINUTE, "hot/long-before", Severity.MAJOR);
        for (int i = 0; i < 12; i++) {
            call(HOUR + i * SECOND, "hot/" + i, Severity.MAJOR);
        }
        call(HOUR + 5 * MINUTE, "hot/later", Severity.MAJOR);
        for (int i = 0; i < 11; i++) {
            call(3 * HOUR + i * SECOND, "cold/" + i, Severity.MAJOR);
        }
        Indicators indicators = indicators(0, 3 * HOUR + MINUTE);

        assertThat(indicators.floods())
                .containsExactly(
                        new Flood(3 * HOUR + 10 * SECOND, null, 11, "cold/0"),
                        new Flood(HOUR + 10 * SECOND, HOUR + 10 * MINUTE, 13, "hot/0"));
        assertThat(indicators.floodMillis()).isEqualTo(10 * MINUTE - 10 * SECOND + 50 * SECOND);
        assertThat(indicators.most()).isEqualTo(new Most(13, HOUR + 5 * MINUTE));
    }

    @Test
    void commandsEscalationsAndRaisesWhileItChattersAreNoCalls() {
        add(MINUTE, "a", AlarmState.SHELVED, RAISED, "anna", null);
        add(2 * MINUTE, "a", RAISED, RAISED, null, null);
        add(3 * MINUTE, "a", NORMAL, RAISED, null, new Chatter(3, false, null));
        add(4 * MINUTE, "a", RAISED, AlarmState.ACKNOWLEDGED, null, null);
        Indicators indicators = indicators(0, HOUR);

        assertThat(indicators.calls()).isZero();
        assertThat(indicators.most()).isNull();
    }

    @Test
    void episodesOfChatteringAreAdded() {
        add(MINUTE, "a", RAISED, RAISED, null, new Chatter(3, false, new Swing(50, 51)));
        add(2 * MINUTE, "a", RAISED, NORMAL, null, new Chatter(200, true, new Swing(48, 51)));
        add(3 * MINUTE, "a", RAISED, RAISED, null, new Chatter(3, false, new Swing(50, 52.5)));
        add(4 * MINUTE, "b", RAISED, RAISED, null, new Chatter(7, true, null));
        Indicators indicators = indicators(0, HOUR);

        assertThat(indicators.chattered())
                .containsExactly(new Chattered("a", 203, 48.0, 52.5), new Chattered("b", 7, null, null));
    }

    private Indicators indicators(long fromMillis, long toMillis) {
        Collections.reverse(entries);
        return IndicatorCount.of(entries, fromMillis, toMillis);
    }

    private void call(long millis, String alarm, Severity severity) {
        add(millis, alarm, severity, NORMAL, RAISED, null, null);
    }

    private void add(
            long millis,
            String alarm,
            AlarmState from,
            AlarmState to,
            @Nullable String user,
            @Nullable Chatter chatter) {
        add(millis, alarm, Severity.MAJOR, from, to, user, chatter);
    }

    private void add(
            long millis,
            String alarm,
            Severity severity,
            AlarmState from,
            AlarmState to,
            @Nullable String user,
            @Nullable Chatter chatter) {
        entries.add(new JournalEntry(
                entries.size(),
                millis,
                millis,
                alarm,
                alarm.replaceAll("/.*", ""),
                from,
                to,
                severity,
                1.0,
                "",
                new TreeMap<>(),
                user,
                null,
                chatter,
                false));
    }
}
