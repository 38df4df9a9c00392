package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class LastActionTest {

    private static final String ALARM = "hot/a";

    private final AlarmBoard board = new AlarmBoard();
    private final LastAction last = new LastAction(ALARM);

    @Test
    void hasNoFactsForAnAlarmWithoutAction() {
        action("hot/b", "DECIDED", "hot/b#1", "");
        held("warm", "MAJOR");

        assertThat(facts()).isEmpty();
    }

    @Test
    void showsTheConfirmationDeadlineAndTheReply() {
        action(ALARM, "DECIDED", "hot/a#1", ",\"confirmBy\":\"1970-01-01T00:00:30Z\"");
        last.takeReply(record("x", "{\"key\":\"hot/a#0\",\"outcome\":\"DONE\",\"who\":\"ecs\"}"));
        assertThat(facts())
                .isEqualTo(
                        Map.of(
                                "action",
                                "drain was decided at 1970-01-01T00:00:01Z, by hot/a#1, to be confirmed by 1970-01-01T00:00:30Z"));

        last.takeReply(
                record("x", "{\"key\":\"hot/a#1\",\"outcome\":\"REFUSED\",\"who\":\"otto\",\"reason\":\"no spare\"}"));
        assertThat(facts()).containsEntry("reply", "REFUSED, by otto: no spare");
    }

    @Test
    void tellsThatAnActionIsADryRun() {
        board.take(record(ALARM, "nonsense"));
        action(ALARM, "DECIDED", "hot/a#1", ",\"dryRun\":true");

        assertThat(facts())
                .isEqualTo(Map.of(
                        "action",
                        "drain was decided at 1970-01-01T00:00:01Z, by hot/a#1, as a dry run: it is not executed"));
    }

    @Test
    void tellsThatAnActionWasWithdrawn() {
        action(ALARM, "DECIDED", "hot/a#1", "");
        action(ALARM, "WITHDRAWN", "hot/a#2", "");

        assertThat(facts()).isEqualTo(Map.of("action", "drain was withdrawn at 1970-01-01T00:00:01Z, by hot/a#2"));
    }

    @Test
    void showsActiveAlarmsAboutItsActions() {
        held("hot", "MAJOR");
        alarm("weir-action/hot/a", "weir-action", "MAJOR", "drain for hot/a was not confirmed by noon");
        assertThat(facts())
                .containsExactly(
                        Map.entry(
                                "not done", "drain for hot/a was not confirmed by noon, reported by weir-action/hot/a"),
                        Map.entry(
                                "held back",
                                "actions of its rule, since 1970-01-01T00:00:01Z: drain for hot/a was held back"));

        held("hot", "OK");
        alarm("weir-action/hot/a", "weir-action", "OK", "is done");
        assertThat(facts()).isEmpty();
    }

    private Map<String, String> facts() {
        AlarmEvent event =
                AlarmJson.readEvent(json(ALARM, "hot", "MAJOR", "is hot").getBytes(UTF_8));
        return last.of(event, board);
    }

    private void action(String alarm, String kind, String transition, String more) {
        last.take(record(alarm, """
                {"key":"hot/a#1","kind":"%s","action":"drain","arguments":{},"dryRun":false,"alarm":"%s","transition":"%s",\
                "rule":"hot","ruleVersion":"v","severity":"MAJOR","tags":{},"decisionTime":"1970-01-01T00:00:01Z",\
                "withdrawOn":[]%s}""".formatted(kind, alarm, transition, more)
                .replace(more.contains("dryRun") ? "\"dryRun\":false," : "\n", "")));
    }

    private void held(String rule, String severity) {
        alarm("weir-action-held/" + rule, "weir-action-held", severity, "drain for hot/a was held back");
    }

    private void alarm(String id, String rule, String severity, String message) {
        board.take(record(id, json(id, rule, severity, message)));
    }

    private static String json(String id, String rule, String severity, String message) {
        return """
                {"id":"%s","transition":"%s#1","rule":"%s","ruleVersion":"v","to":"%s","severity":"%s","message":"%s",\
                "guidance":"","tags":{},"eventTime":"1970-01-01T00:00:01Z","decisionTime":"1970-01-01T00:00:01Z"}""".formatted(id, id, rule, severity.equals("OK") ? "NORMAL" : "UNACKNOWLEDGED", severity, message);
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, String value) {
        return new ConsumerRecord<>("topic", 0, 0, key.getBytes(UTF_8), value.getBytes(UTF_8));
    }
}
