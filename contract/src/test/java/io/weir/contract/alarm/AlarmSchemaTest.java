package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas of {@code docs/alarms} and the golden files agree with the code. */
class AlarmSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(strings = {"events", "state", "commands", "replies", "actions", "action-replies"})
    void acceptsValidDurations(String topic) throws IOException {
        List<JsonNode> golden = golden(topic);

        assertThat(golden).hasSizeGreaterThan(1);
        for (JsonNode value : golden) {
            assertThat(schema(topic).validate(value)).as("%s %s", topic, value).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"events", "state", "commands", "replies", "actions", "action-replies"})
    void refusesAValueThatLacksWhatEveryOneHas(String topic) throws IOException {
        JsonNode schema = JSON.readTree(text(topic));
        for (JsonNode required : schema.get("required")) {
            ObjectNode value = golden(topic).get(0).deepCopy();
            value.remove(required.textValue());

            assertThat(schema(topic).validate(value))
                    .as("%s without %s", topic, required)
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "events, AlarmEvent",
        "commands, AlarmCommand",
        "replies, CommandReply",
        "actions, ControlAction",
        "action-replies, ActionReply"
    })
    void namesTheFieldsOfTheRecordAndNoOthers(String topic, String record) throws Exception {
        Set<String> components = Arrays.stream(
                        Class.forName("io.weir.contract.alarm." + record).getRecordComponents())
                .map(component -> component.getName())
                .collect(Collectors.toSet());

        assertThat(JSON.readTree(text(topic)).get("properties").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrderElementsOf(components);
    }

    @Test
    void namesEveryConstant() throws IOException {
        assertThat(constants("events", "to")).isEqualTo(names(AlarmState.values()));
        assertThat(constants("state", "to")).isEqualTo(names(AlarmState.values()));
        assertThat(constants("events", "severity")).isEqualTo(names(Severity.values()));
        assertThat(constants("commands", "operation")).isEqualTo(names(Operation.values()));
        assertThat(constants("replies", "outcome")).isEqualTo(names(Outcome.values()));
        assertThat(constants("actions", "kind")).isEqualTo(names(ActionKind.values()));
        assertThat(constants("actions", "severity")).isEqualTo(names(Severity.values()));
        assertThat(constants("action-replies", "outcome")).isEqualTo(names(ActionOutcome.values()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'operation':'SHELVE'}",
                "{'operation':'SHELVE','alarm':'a','reason':'r'}",
                "{'operation':'ACKNOWLEDGE','alarm':'a','rule':'r'}",
                "{'operation':'ACKNOWLEDGE'}",
                "{'operation':'ACKNOWLEDGE','alarm':'a','expiry':'2026-11-20T10:00:00Z'}",
                "{'operation':'OUT_OF_SERVICE','alarm':'a'}",
                "{'operation':'COMMENT','alarm':'a'}",
                "{'operation':'ACKNOWLEDGE','rule':'a','transition':'a#1'}",
                "{'operation':'ACKNOWLEDGE','alarm':'a','transition':'a#b'}"
            })
    void refusesCommandsThatTheCodeRefuses(String fields) throws IOException {
        ObjectNode command = (ObjectNode) JSON.readTree(fields.replace('\'', '"'));
        command.put("id", "c").put("time", "2026-11-20T09:00:00Z").put("user", "anna");

        assertThat(schema("commands").validate(command)).isNotEmpty();
        assertThatThrownBy(() -> AlarmJson.readCommand(command.toString().getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"events", "commands", "replies", "actions", "action-replies"})
    void thePageShowsTheGoldenValues(String topic) throws IOException {
        try (InputStream in = AlarmSchemaTest.class.getResourceAsStream("/alarms/" + topic + ".jsonl")) {
            String golden = new String(Objects.requireNonNull(in, topic).readAllBytes(), UTF_8);
            assertThat(Files.readString(Path.of("..", "docs", "alarms.md"))).contains("```json\n" + golden + "```");
        }
    }

    private static Set<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).collect(Collectors.toSet());
    }

    private static Set<String> constants(String topic, String field) throws IOException {
        return Stream.of(JSON.readTree(text(topic)).at("/properties/" + field + "/enum"))
                .flatMap(all -> all.valueStream())
                .map(JsonNode::textValue)
                .collect(Collectors.toSet());
    }

    private static JsonSchema schema(String topic) throws IOException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(text(topic));
    }

    private static String text(String topic) throws IOException {
        return Files.readString(Path.of("..", "docs", "alarms", topic + ".schema.json"));
    }

    private static List<JsonNode> golden(String topic) throws IOException {
        try (InputStream in = AlarmSchemaTest.class.getResourceAsStream("/alarms/" + topic + ".jsonl")) {
            return JSON.readerFor(JsonNode.class)
                    .<JsonNode>readValues(Objects.requireNonNull(in, topic))
                    .readAll();
        }
    }
}
