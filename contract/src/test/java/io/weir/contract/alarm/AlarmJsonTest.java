package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmJsonTest {
    private static final AlarmEvent EVENT = new AlarmEvent(
            "cpu-high/TPC/flp00017",
            "cpu-high/TPC/flp00017#42",
            "cpu-high",
            "9f2c1e",
            AlarmState.NORMAL,
            AlarmState.UNACKNOWLEDGED,
            Severity.MAJOR,
            97.3,
            95.0,
            "CPU of flp00017 at 97.3 %",
            "docs/runbooks/cpu.md",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:00:00Z"),
            Instant.parse("2026-11-20T10:00:00.041Z"),
            null,
            null,
            Instant.parse("2026-11-20T10:00:00Z"),
            Severity.MAJOR,
            null,
            null,
            new Source("metrics.raw", 3, 1234),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Instant.parse("2026-11-20T10:00:00Z"),
            null);

    private static final AlarmEvent SHELVED = new AlarmEvent(
            "cpu-high/TPC/flp00017",
            "cpu-high/TPC/flp00017#43",
            "cpu-high",
            "9f2c1e",
            AlarmState.UNACKNOWLEDGED,
            AlarmState.SHELVED,
            Severity.MAJOR,
            97.3,
            95.0,
            "CPU of flp00017 at 97.3 %",
            "docs/runbooks/cpu.md",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:02:00Z"),
            Instant.parse("2026-11-20T10:02:00.012Z"),
            "anna",
            "fan is being changed",
            Instant.parse("2026-11-20T10:02:00Z"),
            Severity.MAJOR,
            Instant.parse("2026-11-20T12:00:00Z"),
            "c-1",
            new Source("alarms.commands", 0, 7),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Instant.parse("2026-11-20T10:00:00Z"),
            null);

    private static final AlarmEvent TEXT = new AlarmEvent(
            "link-state/3",
            "link-state/3#7",
            "link-state",
            "9f2c1e",
            AlarmState.NORMAL,
            AlarmState.UNACKNOWLEDGED,
            Severity.MAJOR,
            null,
            null,
            "link 3 is DOWN",
            "",
            new TreeMap<>(Map.of("port", "3")),
            Instant.parse("2026-11-20T10:04:00Z"),
            Instant.parse("2026-11-20T10:04:00.030Z"),
            null,
            null,
            Instant.parse("2026-11-20T10:04:00Z"),
            Severity.MAJOR,
            null,
            null,
            new Source("metrics.raw", 1, 77),
            "DOWN",
            true,
            37L,
            true,
            new Swing(48, 61.5),
            null,
            true,
            Instant.parse("2026-11-20T10:04:00Z"),
            null);

    private static final AlarmEvent COMMENTED = new AlarmEvent(
            "cpu-high/TPC/flp00017",
            "cpu-high/TPC/flp00017#44",
            "cpu-high",
            "9f2c1e",
            AlarmState.SHELVED,
            AlarmState.SHELVED,
            Severity.MAJOR,
            97.3,
            95.0,
            "CPU of flp00017 at 97.3 %",
            "docs/runbooks/cpu.md",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:02:30Z"),
            Instant.parse("2026-11-20T10:02:30.011Z"),
            "anna",
            "fan is being changed",
            Instant.parse("2026-11-20T10:02:00Z"),
            Severity.MAJOR,
            Instant.parse("2026-11-20T12:00:00Z"),
            "c-4",
            new Source("alarms.commands", 0, 10),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Instant.parse("2026-11-20T10:00:00Z"),
            new Comment("otto", "the new fan arrives at noon"));

    private static final CommandReply DONE = new CommandReply(
            "c-1",
            "anna",
            Outcome.DONE,
            1,
            null,
            Instant.parse("2026-11-20T10:02:00.012Z"),
            new Source("alarms.commands", 0, 7));

    private static final CommandReply REFUSED = new CommandReply(
            "c-2",
            "otto",
            Outcome.UNKNOWN_ALARM,
            0,
            "no alarm is known at or below cpu-high/TPC",
            Instant.parse("2026-11-20T10:03:00.009Z"),
            new Source("alarms.commands", 0, 8));

    private static final ControlAction ACTION = new ControlAction(
            "cpu-high/TPC/flp00017#42",
            ActionKind.DECIDED,
            "drain-node",
            new TreeMap<>(Map.of("node", "flp00017")),
            false,
            "cpu-high/TPC/flp00017",
            "cpu-high/TPC/flp00017#42",
            "cpu-high",
            "9f2c1e",
            Severity.MAJOR,
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:00:00.041Z"),
            Instant.parse("2026-11-20T10:00:30.041Z"),
            List.of(WithdrawOn.CLEARED));

    private static final ControlAction WITHDRAWN =
            ACTION.withdrawn("cpu-high/TPC/flp00017#44", Instant.parse("2026-11-20T10:05:00.007Z"));

    private static final ActionReply ACTION_DONE =
            new ActionReply("cpu-high/TPC/flp00017#42", ActionOutcome.DONE, "ecs", null);

    private static final ActionReply ACTION_REFUSED =
            new ActionReply("cpu-high/TPC/flp00018#7", ActionOutcome.REFUSED, "otto", "no spare node is left");

    private static final ConditionChange CHANGE = new ConditionChange(
            "cpu-high/TPC/flp00017",
            "cpu-high",
            "9f2c1e",
            "cpu,detector=TPC,hostname=flp00017",
            Severity.OK,
            74.0,
            75.0,
            "CPU of \"flp00017\" at 74 %",
            "",
            new TreeMap<>(Map.of("hostname", "flp00017", "detector", "TPC")),
            Instant.parse("2026-11-20T10:00:00.5Z"),
            true,
            new Source("metrics.raw", 3, 1240),
            null);

    /** Other systems read this JSON: a change here is a change of the contract. */
    @Test
    void writesTheDocumentedJson() throws IOException {
        assertThat(lines(
                        AlarmJson.write(EVENT),
                        AlarmJson.write(SHELVED),
                        AlarmJson.write(TEXT),
                        AlarmJson.write(COMMENTED)))
                .isEqualTo(golden("events"));
        assertThat(lines(
                        AlarmJson.write(EVENT.current()),
                        AlarmJson.write(SHELVED.current()),
                        AlarmJson.write(TEXT.current()),
                        AlarmJson.write(COMMENTED.current())))
                .isEqualTo(golden("state"));
        assertThat(lines(AlarmJson.write(CHANGE))).isEqualTo(golden("conditions"));
        assertThat(lines(AlarmJson.write(DONE), AlarmJson.write(REFUSED))).isEqualTo(golden("replies"));
        assertThat(lines(AlarmJson.write(ACTION), AlarmJson.write(WITHDRAWN))).isEqualTo(golden("actions"));
        assertThat(lines(AlarmJson.write(ACTION_DONE), AlarmJson.write(ACTION_REFUSED)))
                .isEqualTo(golden("action-replies"));
    }

    @Test
    void readsTheEventsItWrites() {
        assertThat(AlarmJson.readEvent(AlarmJson.write(EVENT))).isEqualTo(EVENT);
        assertThat(AlarmJson.readEvent(AlarmJson.write(EVENT.current()))).isEqualTo(EVENT.current());
        assertThat(AlarmJson.readEvent(AlarmJson.write(TEXT))).isEqualTo(TEXT);
        assertThat(AlarmJson.readEvent(AlarmJson.write(SHELVED))).isEqualTo(SHELVED);
        assertThat(AlarmJson.readEvent(AlarmJson.write(COMMENTED))).isEqualTo(COMMENTED);
        assertThat(AlarmJson.readConditionChange(AlarmJson.write(CHANGE))).isEqualTo(CHANGE);
    }

    @Test
    void ignoresFieldsOfALaterVersion() {
        String later = new String(AlarmJson.write(EVENT), UTF_8).replace("{\"id\"", "{\"color\": \"red\", \"id\"");

        assertThat(AlarmJson.readEvent(later.getBytes(UTF_8))).isEqualTo(EVENT);
    }

    @Test
    void refusesOtherJsonByName() {
        for (String bad : new String[] {"", "null", "[]", "{", "{}", "{\"id\": \"a\"}"}) {
            assertThatThrownBy(() -> AlarmJson.readEvent(bad.getBytes(UTF_8)))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not the JSON of AlarmEvent: ");
        }
    }

    @Test
    void namesAMalformedTime() {
        String bad = new String(AlarmJson.write(EVENT), UTF_8).replace("2026-11-20T10:00:00.000Z", "yesterday");

        assertThatThrownBy(() -> AlarmJson.readEvent(bad.getBytes(UTF_8))).hasMessageContaining("yesterday");
    }

    @Test
    void readsEventsOfAnOlderVersion() {
        String older = new String(AlarmJson.write(EVENT), UTF_8).replaceFirst(",\"since\".*", "}");

        AlarmEvent event = AlarmJson.readEvent(older.getBytes(UTF_8));
        assertThat(event)
                .usingRecursiveComparison()
                .ignoringFields("source", "raisedAt")
                .isEqualTo(EVENT);
        assertThat(event.raisedAt()).isNull();
        assertThat(event.raise()).isEqualTo(event.since());
        assertThat(SHELVED.raise()).isEqualTo(EVENT.eventTime());
    }

    @Test
    void writesRepliesWithHalfASurrogatePair() {
        CommandReply reply =
                new CommandReply("c\ud800", "a", Outcome.NO_USER, 0, "r", DONE.decisionTime(), DONE.source());

        assertThat(AlarmJson.readReply(AlarmJson.write(reply)).command()).isEqualTo("c?");
    }

    @Test
    void readsTheRepliesItWrites() {
        assertThat(AlarmJson.readReply(AlarmJson.write(REFUSED))).isEqualTo(REFUSED);
    }

    @Test
    void readsTheActionsAndRepliesItWrites() {
        assertThat(AlarmJson.readAction(AlarmJson.write(ACTION))).isEqualTo(ACTION);
        assertThat(AlarmJson.readAction(AlarmJson.write(WITHDRAWN))).isEqualTo(WITHDRAWN);
        assertThat(AlarmJson.readActionReply(AlarmJson.write(ACTION_DONE))).isEqualTo(ACTION_DONE);
        assertThat(AlarmJson.readActionReply(AlarmJson.write(ACTION_REFUSED))).isEqualTo(ACTION_REFUSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'outcome':'DONE','who':'ecs'} | key: is missing",
                "{'key':' ','outcome':'DONE','who':'ecs'} | key: is missing",
                "{'key':'a#1','who':'ecs'} | outcome: is missing",
                "{'key':'a#1','outcome':'OK','who':'ecs'} | outcome: Cannot deserialize",
                "{'key':'a#1','outcome':0,'who':'ecs'} | outcome: Cannot deserialize",
                "{'key':'a#1','outcome':'DONE'} | who: is missing",
                "{'key':1,'outcome':'DONE','who':'ecs'} | key: Cannot coerce",
                "done | Unrecognized token",
                "[] | Cannot deserialize",
            })
    void refusesMalformedActionReplies(String json, String reason) {
        assertRefuses(AlarmJson::readActionReply, json, "not the JSON of ActionReply: " + reason);
    }

    /** Single quotes in {@code json} become double quotes. A refusal does not affect the next one. */
    static void assertRefuses(Function<byte[], ?> reader, String json, String message) {
        byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
        for (int twice = 0; twice < 2; twice++) {
            assertThatThrownBy(() -> reader.apply(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(message);
        }
    }

    static String lines(byte[]... values) {
        StringBuilder lines = new StringBuilder();
        for (byte[] value : values) {
            lines.append(new String(value, UTF_8)).append('\n');
        }
        return lines.toString();
    }

    static String golden(String topic) throws IOException {
        try (InputStream in = AlarmJsonTest.class.getResourceAsStream("/alarms/" + topic + ".jsonl")) {
            return new String(Objects.requireNonNull(in, topic).readAllBytes(), UTF_8);
        }
    }
}
