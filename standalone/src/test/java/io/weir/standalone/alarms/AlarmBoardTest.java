package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlarmBoardTest {
    private final AlarmBoard board = new AlarmBoard();

    @Test
    void showsTheMostUrgentFirst() {
        take(alarm("hidden", 1, AlarmState.SHELVED, Severity.MAJOR, 99));
        take(alarm("known", 1, AlarmState.ACKNOWLEDGED, Severity.MAJOR, 99));
        take(alarm("old", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10));
        take(alarm("minor", 1, AlarmState.UNACKNOWLEDGED, Severity.MINOR, 99));
        take(alarm("new", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 20));
        take(alarm("gone", 2, AlarmState.NORMAL, Severity.OK, 99));
        take(alarm("back", 2, AlarmState.RETURNED, Severity.OK, 5));

        assertThat(board.byUrgency(AlarmBoard.IS_ABNORMAL))
                .extracting(AlarmEvent::id)
                .containsExactly("new", "old", "minor", "back", "known", "hidden");
        assertThat(board.byUrgency(alarm -> true))
                .extracting(AlarmEvent::id)
                .contains("gone")
                .hasSize(7);
    }

    @Test
    void knowsOnlyTheLastStateOfAnAlarm() {
        take(alarm("a", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10));
        take(alarm("a", 2, AlarmState.NORMAL, Severity.OK, 20));
        take(alarm("b", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10));
        board.take(record("b", null));

        assertThat(board.byUrgency(alarm -> true))
                .extracting(AlarmEvent::transition)
                .containsExactly("a#2");
    }

    @Test
    void tellsNewTransitionsFromThoseThatItKnows() {
        take(alarm("a", 9, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10));

        assertThat(board.isNews(alarm("a", 9, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10)))
                .isFalse();
        assertThat(board.isNews(alarm("a", 10, AlarmState.NORMAL, Severity.OK, 10)))
                .isTrue();
        assertThat(board.isNews(alarm("b", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10)))
                .isTrue();
    }

    @Test
    void leavesOutWhatIsNoAlarm() {
        board.take(record("a", "not JSON"));

        assertThat(board.byUrgency(alarm -> true)).isEmpty();
        assertThat(board.unreadable()).isEqualTo(1);
    }

    @Test
    void isPrintedAsATableWhoseTextsDoNothingToATerminal() {
        take(alarm("cpu/flp1", 1, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10));
        take(alarm("a\u001b[2J", 1, AlarmState.ACKNOWLEDGED, Severity.MINOR, 10));
        StringWriter table = new StringWriter();

        AlarmTable.print(board.byUrgency(AlarmBoard.IS_ABNORMAL), new PrintWriter(table, true));

        assertThat(table.toString()).isEqualTo("""
                SEVERITY  STATE           SINCE (UTC)               VALUE  ID            MESSAGE
                MAJOR     UNACKNOWLEDGED  1970-01-01 00:00:10        97.5  cpu/flp1      is high
                MINOR     ACKNOWLEDGED    1970-01-01 00:00:10        97.5  a\\u{001b}[2J  is high
                """);
    }

    @Test
    void isRolledUpAsATreeWhoseNodesAreAsBadAsTheWorstThatIsNotHidden() {
        take(alarm("cpu/TPC/flp1", 1, AlarmState.UNACKNOWLEDGED, Severity.MINOR, 10));
        take(alarm("cpu/TPC/flp2", 1, AlarmState.SHELVED, Severity.MAJOR, 10));
        take(alarm("cpu/ITS/flp3", 1, AlarmState.RETURNED, Severity.OK, 10));
        take(alarm("cpu/ITS", 1, AlarmState.ACKNOWLEDGED, Severity.INVALID, 10));
        StringWriter tree = new StringWriter();

        AlarmTree.of(board.byUrgency(AlarmBoard.IS_ABNORMAL)).print(new PrintWriter(tree, true));

        assertThat(tree.toString()).isEqualTo("""
                SEVERITY  UNACK  ALARMS  NODE
                MINOR         2       4  cpu
                INVALID       1       2    ITS
                OK            1       1      flp3
                MINOR         1       2    TPC
                MINOR         1       1      flp1
                OK            0       1      flp2
                """);
    }

    @Test
    void isExplained() {
        StringWriter why = new StringWriter();

        AlarmsExplain.print(
                alarm("cpu/flp1", 7, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, 10),
                Map.of("held back", "actions of its rule"),
                new PrintWriter(why, true));

        assertThat(why.toString()).isEqualTo("""
                cpu/flp1 is UNACKNOWLEDGED, MAJOR, since 1970-01-01T00:00:10Z
                  condition   the value was 97.5, above 95, the limit of MAJOR
                  message     is high
                  rule        rule, rules of version v1
                  held back   actions of its rule
                  last event  cpu/flp1#7 at 1970-01-01T00:00:10Z, decided 1970-01-01T00:00:10Z
                  caused by   a time limit
                  tags        {}
                  operators   may acknowledge it (ack), shelve it, or take it out of service
                """);
    }

    /** A rule that counts raised alarms raises its own at the limit. */
    @Test
    void aValueBelowOrAtItsLimitIsExplained() {
        assertThat(condition("\"value\":0.0")).isEqualTo("the value was 0, below 95, the limit of MINOR");
        assertThat(condition("\"value\":95.0")).isEqualTo("the value was 95, which is the limit of MINOR");
    }

    @Test
    void theLimitOfAnEscalatedAlarmIsNotThatOfItsSeverity() {
        assertThat(condition("\"escalated\":true,\"value\":97.5")).isEqualTo("the value was 97.5, above 95, its limit");
        assertThat(condition("\"escalated\":true,\"value\":95.0")).isEqualTo("the value was 95, which is its limit");
    }

    private static String condition(String value) {
        String json =
                new String(AlarmJson.write(alarm("cpu/flp1", 7, AlarmState.UNACKNOWLEDGED, Severity.MINOR, 10)), UTF_8);
        StringWriter why = new StringWriter();
        AlarmsExplain.print(
                AlarmJson.readEvent(json.replace("\"value\":97.5", value).getBytes(UTF_8)),
                Map.of(),
                new PrintWriter(why, true));
        return why.toString().replaceAll("(?s).*  condition   |\n.*", "");
    }

    @Test
    void theRaiseIsExplainedIfTheStateIsLater() {
        String json =
                new String(AlarmJson.write(alarm("cpu/flp1", 7, AlarmState.ACKNOWLEDGED, Severity.MAJOR, 10)), UTF_8);
        AlarmEvent alarm = AlarmJson.readEvent(json.replaceFirst("}$", ",\"raisedAt\":\"1970-01-01T00:00:04Z\"}")
                .getBytes(UTF_8));
        StringWriter why = new StringWriter();

        AlarmsExplain.print(alarm, Map.of(), new PrintWriter(why, true));

        assertThat(why.toString()).startsWith("""
                cpu/flp1 is ACKNOWLEDGED, MAJOR, since 1970-01-01T00:00:10Z
                  raised      1970-01-01T00:00:04Z
                  condition \
                """);
    }

    @Test
    void aCommentIsShownWithItsOperator() {
        String json =
                new String(AlarmJson.write(alarm("cpu/flp1", 7, AlarmState.ACKNOWLEDGED, Severity.MAJOR, 10)), UTF_8);
        AlarmEvent alarm = AlarmJson.readEvent(
                json.replaceFirst("}$", ",\"comment\":{\"user\":\"otto\",\"text\":\"fan ordered\"}}")
                        .getBytes(UTF_8));
        StringWriter why = new StringWriter();

        AlarmsExplain.print(alarm, Map.of(), new PrintWriter(why, true));

        assertThat(why.toString()).contains("  comment     otto: fan ordered\n");
        assertThat(AlarmLine.TRANSITION.of(alarm)).endsWith("[otto: fan ordered] is high");
    }

    private void take(AlarmEvent alarm) {
        board.take(record(alarm.id(), new String(AlarmJson.write(alarm.current()), UTF_8)));
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, @Nullable String value) {
        return new ConsumerRecord<>(
                "alarms.state", 0, 0, key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
    }

    private static AlarmEvent alarm(String id, int count, AlarmState to, Severity severity, long second) {
        Instant time = Instant.ofEpochSecond(second);
        return new AlarmEvent(
                id,
                id + "#" + count,
                "rule",
                "v1",
                AlarmState.NORMAL,
                to,
                severity,
                97.5,
                95.0,
                "is high",
                "",
                new TreeMap<>(),
                time,
                time,
                null,
                null,
                time,
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
}
