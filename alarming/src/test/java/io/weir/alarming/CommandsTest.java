package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators' commands, through the production topology. */
class CommandsTest {

    static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [det, host], major: {above: 80, clear: 70}}
              - {name: cold, match: {measurement: temp}, field: c, path: [det, host], latch: true, minor: {below: 10}}
            """);
    private static final String RAISE =
            "temp,det=TPC,host=a c=90 1\ntemp,det=TPC,host=b c=90 1\ntemp,det=TPCX,host=c c=90 1";

    private final TopologyRig rig = new TopologyRig(RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anAcknowledgementKeepsUserAndReason() {
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a','reason':'on it'");

        AlarmEvent event = only(rig.events());
        assertThat(event.transition()).isEqualTo("hot/TPC/a#2");
        assertThat(event.from()).isEqualTo(AlarmState.UNACKNOWLEDGED);
        assertThat(event.to()).isEqualTo(AlarmState.ACKNOWLEDGED);
        assertThat(event.severity()).isEqualTo(Severity.MAJOR);
        assertThat(event.value()).isEqualTo(90);
        assertThat(event.user()).isEqualTo("anna");
        assertThat(event.reason()).isEqualTo("on it");
        assertThat(event.command()).isEqualTo("c1");
        assertThat(event.eventTime()).isEqualTo(Instant.ofEpochMilli(2_000));
        assertThat(event.source()).isEqualTo(new Source("alarms.commands", 0, 0));
        assertThat(only(rig.replies()))
                .isEqualTo(new CommandReply(
                        "c1",
                        "anna",
                        Outcome.DONE,
                        1,
                        null,
                        Instant.ofEpochMilli(2_000),
                        new Source("alarms.commands", 0, 0)));
    }

    /** A transaction that takes longer than its timeout would be aborted again and again. */
    @Test
    void aLargeCommandIsExecutedInParts() {
        int alarms = 20_001;
        StringBuilder raise = new StringBuilder();
        for (int host = 0; host < alarms; host++) {
            raise.append("temp,det=TPC,host=h").append(host).append(" c=90 1\n");
        }
        rig.batch(1_000, raise.toString());
        rig.events();
        for (int part = 0; part < 4; part++) {
            rig.say(2_000, "SHELVE", "'rule':'hot','reason':'r','expiry':'1970-01-01T00:01:00Z'");
        }

        assertThat(rig.replies())
                .extracting(CommandReply::changed, CommandReply::reason)
                .startsWith(
                        tuple(10_000, "of 20001 alarms; send the command again for the others"),
                        tuple(10_000, "of 20001 alarms; send the command again for the others"),
                        tuple(10_000, "of 20001 alarms; send the command again for the others"));
        assertThat(rig.events())
                .filteredOn(event -> event.from() != AlarmState.SHELVED)
                .hasSize(alarms);
        rig.clock(61_000);
        int first = rig.events().size();
        rig.clock(62_000);
        rig.clock(63_000);
        assertThat(first).isLessThan(alarms);
        assertThat(first + rig.events().size()).as("shelves that ended").isEqualTo(alarms);
    }

    @Test
    void subtreesAndRulesAddressAllTheirAlarms() {
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'subtree':'hot/TPC'");
        assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("hot/TPC/a", "hot/TPC/b");

        rig.say(3_000, "ACKNOWLEDGE", "'rule':'hot'");
        assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("hot/TPCX/c");
        assertThat(rig.replies()).extracting(CommandReply::changed).containsExactly(2, 1);
    }

    @Test
    void alarmsRaisedLaterAreNotAcknowledged() {
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.batch(3_000, "temp,det=TPC,host=a c=20 3000000000");
        rig.batch(9_000, "temp,det=TPC,host=a c=95 4000000000");
        rig.command(9_500, TopologyRig.commandJson("late", 3_999, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'"));
        rig.command(9_600, TopologyRig.commandJson("behind", 4_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'"));

        assertThat(rig.replies())
                .extracting(reply -> reply.outcome() + " " + reply.reason())
                .containsExactly(
                        "DONE null",
                        "OUT_OF_ORDER time: 1970-01-01T00:00:03.999Z is before hot/TPC/a was raised,"
                                + " at 1970-01-01T00:00:09Z by alarming's clock",
                        "DONE null");
    }

    /** Regardless of clocks. */
    @Test
    void aNamedTransitionLimitsTheCommand() {
        raise();
        String seen = "'alarm':'hot/TPC/a','transition':'hot/TPC/a#%d'";
        rig.batch(3_000, "temp,det=TPC,host=a c=20 3000000000");
        rig.batch(9_000, "temp,det=TPC,host=a c=95 4000000000");
        rig.command(9_100, TopologyRig.commandJson("one", 9_100, "ACKNOWLEDGE", seen.formatted(1)));
        rig.command(9_100, TopologyRig.commandJson("two", 9_100, "ACKNOWLEDGE", seen.formatted(2)));
        rig.command(9_200, TopologyRig.commandJson("four", 9_200, "ACKNOWLEDGE", seen.formatted(4)));
        rig.command(9_300, TopologyRig.commandJson("three", 1, "ACKNOWLEDGE", seen.formatted(3)));
        rig.command(9_400, TopologyRig.commandJson("again", 9_400, "UNACKNOWLEDGE", seen.formatted(3)));
        rig.command(9_500, TopologyRig.commandJson("back", 9_500, "UNACKNOWLEDGE", seen.formatted(4)));

        assertThat(rig.replies())
                .extracting(reply -> reply.outcome() + " " + reply.reason())
                .containsExactly(
                        "OUT_OF_ORDER transition: hot/TPC/a#1 is outdated; a raise or a command followed with #3",
                        "OUT_OF_ORDER transition: hot/TPC/a#2 is outdated; a raise or a command followed with #3",
                        "OUT_OF_ORDER transition: hot/TPC/a#4 does not exist; the last one is #3",
                        "DONE null",
                        "OUT_OF_ORDER transition: hot/TPC/a#3 is outdated; a raise or a command followed with #4",
                        "DONE null");
    }

    @Test
    void aStateAlarmReportsItsText() {
        RuleFile states = RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: link, match: {measurement: link}, field: state, major: {equals: [DOWN, "false", "3"]}}
                """);
        try (TopologyRig other = new TopologyRig(states)) {
            other.batch(1_000, "link,port=1 state=\"DOWN\" 1\nlink,port=2 state=false 1\nlink,port=3 state=3i 1");
            other.batch(2_000, "link,port=1 state=\"UP \\\"x\" 2");

            assertThat(other.events())
                    .extracting(event -> event.id() + " " + event.severity() + " " + event.text() + " " + event.value())
                    .containsExactly(
                            "link/1 MAJOR DOWN null",
                            "link/2 MAJOR false null",
                            "link/3 MAJOR null 3.0",
                            "link/1 OK UP \"x null");
        }
    }

    @Test
    void commandsOlderThanADayAreRefused() {
        raise();
        long day = Duration.ofDays(1).toMillis();
        rig.command(day + 2_001, TopologyRig.commandJson("old", 2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'"));
        rig.command(day + 2_001, TopologyRig.commandJson("within", 2_001, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'"));

        assertThat(rig.replies()).extracting(CommandReply::outcome).containsExactly(Outcome.OUT_OF_ORDER, Outcome.DONE);
    }

    @Test
    void aLatchingAlarmWaitsForAnAcknowledgement() {
        rig.batch(1_000, "temp,det=TPC,host=a c=5 1000000000");
        rig.batch(2_000, "temp,det=TPC,host=a c=50 2000000000");
        rig.say(3_000, "ACKNOWLEDGE", "'alarm':'cold/TPC/a'");

        assertThat(rig.events())
                .extracting(event ->
                        event.to() + " " + event.severity() + " worst " + event.worst() + " latch " + event.latch())
                .containsExactly(
                        "UNACKNOWLEDGED MINOR worst MINOR latch true",
                        "RETURNED OK worst MINOR latch true",
                        "NORMAL OK worst OK latch true");
    }

    @Test
    void aWorseAlarmIsUnacknowledgedAgain() {
        RuleFile levels = RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, minor: {above: 80}, major: {above: 90}}
                """);
        try (TopologyRig other = new TopologyRig(levels)) {
            other.batch(1_000, "temp,host=a c=85 1000000000");
            other.command(2_000, TopologyRig.commandJson("x", 2_000, "ACKNOWLEDGE", "'alarm':'hot/a'"));
            other.batch(3_000, "temp,host=a c=95 3000000000");
            other.command(4_000, TopologyRig.commandJson("y", 4_000, "ACKNOWLEDGE", "'alarm':'hot/a'"));
            other.batch(5_000, "temp,host=a c=85 5000000000");

            assertThat(other.events())
                    .extracting(event -> event.to() + " " + event.severity() + " since "
                            + event.since().getEpochSecond())
                    .containsExactly(
                            "UNACKNOWLEDGED MINOR since 1",
                            "ACKNOWLEDGED MINOR since 2",
                            "UNACKNOWLEDGED MAJOR since 3",
                            "ACKNOWLEDGED MAJOR since 4",
                            "ACKNOWLEDGED MINOR since 4");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NO_USER | {'id':'x','time':'1970-01-01T00:00:02Z','operation':'ACKNOWLEDGE','alarm':'hot/TPC/a'} | user: is missing; set it to the operator's name",
                "NO_USER | {'id':'x','time':'1970-01-01T00:00:02Z','user':'  ','operation':'ACKNOWLEDGE','alarm':'hot/TPC/a'} | user: is missing; set it to the operator's name",
                "MALFORMED | {'id':'x','user':'anna'} | not the JSON of AlarmCommand: time: is missing; write the time of the command, such as 2026-11-20T10:00:00Z",
                "MALFORMED | {'id':'x', | not the JSON of AlarmCommand: Unexpected end-of-input",
                "MALFORMED | [] | not the JSON of AlarmCommand: ",
                "MALFORMED | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'DESTROY','alarm':'hot/TPC/a'} | not the JSON of AlarmCommand: ",
                "MALFORMED | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE'} | not the JSON of AlarmCommand: alarm, subtree, rule: name exactly one of them",
                "MALFORMED | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE','alarm':'hot/TPC/a','rule':'hot'} | not the JSON of AlarmCommand: alarm, subtree, rule: name exactly one of them",
                "MALFORMED | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'SHELVE','alarm':'hot/TPC/a','reason':'fan'} | not the JSON of AlarmCommand: expiry: ",
                "UNKNOWN_ALARM | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE','rule':'warm'} | no alarm is known ",
                "UNKNOWN_ALARM | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE','alarm':'hot/TPC/z'} | no alarm is known as hot/TPC/z",
                "UNKNOWN_ALARM | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE','alarm':'hot/TPC'} | no alarm is known as hot/TPC; there are 2 below it: name it as subtree",
                "UNKNOWN_ALARM | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'ACKNOWLEDGE','subtree':'hot/TP'} | no alarm is known at or below hot/TP",
                "NOT_POSSIBLE | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'UNSHELVE','alarm':'hot/TPC/a'} | hot/TPC/a is UNACKNOWLEDGED since 1970-01-01T00:00:00Z: UNSHELVE is not possible",
                "NOT_POSSIBLE | {'id':'x','time':'1970-01-01T00:00:02Z','user':'anna','operation':'UNSHELVE','subtree':'hot/TPC'} | none of 2 alarms allows the command; hot/TPC/a is UNACKNOWLEDGED since 1970-01-01T00:00:00Z: UNSHELVE is not possible",
                "NOT_POSSIBLE | {'id':'x','time':'1970-01-01T00:00:01Z','user':'anna','operation':'SHELVE','rule':'hot','reason':'r','expiry':'1970-01-01T00:00:02Z'} | expiry: 1970-01-01T00:00:02Z is in the past",
                "OUT_OF_ORDER | {'id':'x','time':'1970-01-01T00:02:00Z','user':'anna','operation':'ACKNOWLEDGE','rule':'hot'} | time: 1970-01-01T00:02:00Z is ahead of alarming's clock, which shows 1970-01-01T00:00:02Z; set the clock"
            })
    void aRefusedCommandChangesNothing(Outcome outcome, String json, String reason) {
        raise();
        rig.command(2_000, json.replace('\'', '"'));

        CommandReply reply = only(rig.replies());
        assertThat(reply.outcome()).isEqualTo(outcome);
        assertThat(reply.reason()).startsWith(reason);
        assertThat(reply.changed()).isZero();
        assertThat(reply.command()).isEqualTo(json.endsWith("}") ? "x" : null);
        assertThat(rig.events()).isEmpty();
        assertThat(rig.output(TopologyRig.ALARMS)).isEmpty();
        assertThat(rig.meters
                        .get("weir.alarming.commands")
                        .tag("outcome", outcome.name())
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aRecordWithoutValueGetsAReply() {
        raise();
        rig.command(2_000, null);

        CommandReply reply = only(rig.replies());
        assertThat(reply.outcome()).isEqualTo(Outcome.MALFORMED);
        assertThat(reply.reason()).startsWith("not the JSON of AlarmCommand: ");
        assertThat(rig.output(TopologyRig.ALARMS)).isEmpty();
    }

    @Test
    void aRepeatedCommandIsExecutedOnce() {
        raise();
        String acknowledge = TopologyRig.commandJson("once", 2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.command(2_000, acknowledge);
        rig.say(3_000, "UNACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.output(TopologyRig.ALARMS);
        rig.command(4_000, acknowledge);

        assertThat(rig.output(TopologyRig.ALARMS)).isEmpty();
        assertThat(rig.events())
                .extracting(AlarmEvent::to)
                .containsExactly(AlarmState.ACKNOWLEDGED, AlarmState.UNACKNOWLEDGED);
        assertThat(rig.replies())
                .extracting(reply -> reply.outcome() + " " + reply.reason())
                .containsExactly(
                        "DONE null", "DONE null", "DUPLICATE id: another command has this id; it has its own reply");
    }

    /** An oversized reply would abort the transaction, and the command would be read forever. */
    @ParameterizedTest
    @ValueSource(strings = {"id", "user", "operation", "alarm", "reason", "time"})
    void anOversizedCommandHasASmallReply(String field) {
        String spoiled = "{'id':'x','user':'anna','operation':'SHELVE','time':'1970-01-01T00:00:02Z','%s':'%s'}"
                .formatted(field, "y".repeat(1_000_000))
                .replace('\'', '"');
        rig.command(2_000, spoiled);

        TestRecord<byte[], byte[]> record = only(rig.output(rig.topics.replies()));
        CommandReply reply = AlarmJson.readReply(record.value());
        assertThat(record.value()).hasSizeLessThan(10_000);
        assertThat(reply.outcome()).isEqualTo(Outcome.MALFORMED);
        assertThat(reply.reason()).startsWith("not the JSON of AlarmCommand: ");
        assertThat(reply.command()).isEqualTo(field.equals("id") ? null : "x");
        assertThat(reply.user()).isEqualTo(field.equals("user") ? null : "anna");
        assertThat(record.key() == null).isEqualTo(field.equals("id"));
    }

    @Test
    void aRefusedCommandMayBeSentAgain() {
        raise();
        assertThat(rig.output(TopologyRig.MARKS))
                .as("what every store begins with")
                .hasSize(1);
        String unacknowledge = TopologyRig.commandJson("again", 2_000, "UNACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.clock(2_000);
        rig.output(TopologyRig.MARKS);
        rig.command(2_000, unacknowledge);
        assertThat(rig.output(TopologyRig.MARKS)).isEmpty();

        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.command(3_000, unacknowledge);
        assertThat(rig.replies())
                .extracting(CommandReply::outcome)
                .containsExactly(Outcome.NOT_POSSIBLE, Outcome.DONE, Outcome.DONE);
    }

    /** Senders set timestamps: -1 would stop the thread; a wrong one would reach the events. */
    @Test
    void resultsOfCommandsHaveAlarmingsTime() {
        long start = System.currentTimeMillis();
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");

        for (String topic : List.of(rig.topics.events(), rig.topics.state(), rig.topics.replies())) {
            List<TestRecord<byte[], byte[]>> records = rig.output(topic);
            assertThat(records.get(records.size() - 1).timestamp()).as(topic).isGreaterThanOrEqualTo(start);
        }
    }

    @Test
    void anEarlierCommandDoesNotUndoALaterOne() {
        raise();
        rig.command(5_000, TopologyRig.commandJson("later", 5_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'"));
        rig.output(TopologyRig.ALARMS);
        rig.command(6_000, TopologyRig.commandJson("earlier", 4_000, "UNACKNOWLEDGE", "'alarm':'hot/TPC/a'"));

        assertThat(rig.output(TopologyRig.ALARMS)).isEmpty();
        assertThat(rig.events()).extracting(AlarmEvent::to).containsExactly(AlarmState.ACKNOWLEDGED);
        assertThat(rig.replies())
                .extracting(reply -> reply.outcome() + " " + reply.reason())
                .containsExactly(
                        "DONE null",
                        "OUT_OF_ORDER time: 1970-01-01T00:00:04Z is before the last command for hot/TPC/a,"
                                + " of 1970-01-01T00:00:05Z");
    }

    @Test
    void aForgottenAlarmContinuesItsNumbers() {
        rig.batch(1_000, "temp,det=TPC,host=a c=90 1000000000\ntemp,det=TPC,host=b c=90 1000000000");
        rig.batch(2_000, "temp,det=TPC,host=a c=20 2000000000");
        rig.clock(Duration.ofDays(8).toMillis());
        assertThat(rig.output(rig.topics.state()).stream()
                        .filter(record -> record.value() == null)
                        .map(record -> new String(record.key(), UTF_8)))
                .containsExactly("hot/TPC/a");
        assertThat(rig.count("weir.alarming.alarms.expired")).isEqualTo(1);
        rig.events();

        long later = Duration.ofDays(8).toMillis() + 1;
        rig.batch(later, "temp,det=TPC,host=a c=90 " + later + "000000");
        assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("hot/TPC/a#3");
    }

    private void raise() {
        rig.batch(1_000, RAISE);
        rig.events();
        rig.output(TopologyRig.ALARMS);
    }

    private static <T> T only(List<T> all) {
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
