package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmCommandJsonTest {
    private static final AlarmCommand SHELVE = new AlarmCommand(
            "c-1",
            Instant.parse("2026-11-20T10:02:00Z"),
            "anna",
            Operation.SHELVE,
            "cpu-high/TPC/flp00017",
            null,
            null,
            "fan is being changed",
            Instant.parse("2026-11-20T12:00:00Z"),
            null);

    private static final AlarmCommand SEEN = new AlarmCommand(
            "c-3",
            Instant.parse("2026-11-20T10:03:30Z"),
            "otto",
            Operation.UNSHELVE,
            "cpu-high/TPC/flp00017",
            null,
            null,
            null,
            null,
            "cpu-high/TPC/flp00017#43");

    private static final AlarmCommand ACKNOWLEDGE = new AlarmCommand(
            "c-2",
            Instant.parse("2026-11-20T10:03:00Z"),
            "otto",
            Operation.ACKNOWLEDGE,
            null,
            "cpu-high/TPC",
            null,
            null,
            null,
            null);

    private static final AlarmCommand COMMENT = new AlarmCommand(
            "c-4",
            Instant.parse("2026-11-20T10:02:30Z"),
            "otto",
            Operation.COMMENT,
            "cpu-high/TPC/flp00017",
            null,
            null,
            "the new fan arrives at noon",
            null,
            "cpu-high/TPC/flp00017#43");

    /** Other systems write this JSON: a change here is a change of the contract. */
    @Test
    void writesTheDocumentedJson() throws IOException {
        assertThat(AlarmJsonTest.lines(
                        AlarmJson.write(SHELVE),
                        AlarmJson.write(ACKNOWLEDGE),
                        AlarmJson.write(SEEN),
                        AlarmJson.write(COMMENT)))
                .isEqualTo(AlarmJsonTest.golden("commands"));
    }

    @Test
    void readsTheCommandsItWrites() {
        assertThat(AlarmJson.readCommand(AlarmJson.write(SHELVE))).isEqualTo(SHELVE);
        assertThat(AlarmJson.readCommand(AlarmJson.write(ACKNOWLEDGE))).isEqualTo(ACKNOWLEDGE);
        assertThat(AlarmJson.readCommand(AlarmJson.write(SEEN))).isEqualTo(SEEN);
        assertThat(AlarmJson.readCommand(AlarmJson.write(COMMENT))).isEqualTo(COMMENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'id':'c','user':'a','operation':'ACKNOWLEDGE','alarm':'x'} | time: is missing",
                "{'time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x'} | id: is missing",
                "{'id':'c','time':'2026-11-20T10:00:00Z','alarm':'x'} | operation: is missing",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEGE','alarm':'x'} | operation: Cannot deserialize",
                "{'id':'c','time':'soon','operation':'ACKNOWLEDGE','alarm':'x'} | time: Cannot deserialize",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE'} | alarm, subtree, rule: name exactly one",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x','rule':'x'} | alarm, subtree, rule: name",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'OUT_OF_SERVICE','alarm':'x'} | reason: is missing",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'COMMENT','alarm':'x','reason':' '} | reason: is missing; write the text",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'SHELVE','alarm':'x','reason':'r'} | expiry: is missing",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'SHELVE','alarm':'x','reason':'r','expiry':'2026-11-20T10:00:00Z'} | expiry: must",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'UNSHELVE','alarm':'x','expiry':'2026-11-20T10:00:00Z'} | expiry: is only",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'SHELVE','alarm':'x','reason':'r','expiry':'2026-12-20T10:00:00.001Z'} | expiry: must be at most 30 days after time",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'SHELVE','alarm':'x','reason':'r','expiry':'+1000000000-12-31T23:59:59Z'} | expiry: must be at most 30 days after time",
                "{'id':'c','time':'-1000000000-01-01T00:00:00Z','operation':'SHELVE','alarm':'x','reason':'r','expiry':'+1000000000-12-31T23:59:59Z'} | expiry: must be at most 30 days after time",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':4,'alarm':'x'} | operation: Cannot deserialize",
                "{'id':'c','time':'2026-11-20T10:00:00Z','user':42,'operation':'ACKNOWLEDGE','alarm':'x'} | user: Cannot coerce",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':true} | alarm: Cannot coerce",
                "{'id':'c','time':1763632800,'operation':'ACKNOWLEDGE','alarm':'x'} | time: Cannot deserialize",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x'}{'id':'d'} | Trailing token",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','rule':'x','transition':'x#1'} | transition: is only",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x','transition':'y#1'} | transition: must be",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x','transition':'x#1#1'} | transition: must be",
                "{'id':'c','time':'2026-11-20T10:00:00Z','operation':'ACKNOWLEDGE','alarm':'x','transition':'x#-1'} | transition: must be",
                "acknowledge x | Unrecognized token",
                "[] | Cannot deserialize",
            })
    void refusesMalformedCommandsWithAReason(String json, String reason) {
        AlarmJsonTest.assertRefuses(AlarmJson::readCommand, json, "not the JSON of AlarmCommand: " + reason);
    }

    @Test
    void limitsTheLengthOfCommandTexts() {
        Map<String, Integer> longest =
                Map.of("id", 200, "user", 200, "alarm", 4_000, "subtree", 4_000, "rule", 4_000, "reason", 1_000);
        longest.forEach((field, characters) -> {
            AlarmJson.readCommand(withText(field, characters));

            assertThatThrownBy(() -> AlarmJson.readCommand(withText(field, characters + 1)))
                    .hasMessage(
                            "not the JSON of AlarmCommand: " + field + ": has more than " + characters + " characters");
        });
    }

    private static byte[] withText(String field, int characters) {
        Map<String, String> texts = new TreeMap<>(Map.of("id", "c", "user", "anna", "reason", "r"));
        if (!texts.containsKey(field)) {
            texts.put(field, "");
        } else {
            texts.put("alarm", "x");
        }
        texts.put(field, "ä".repeat(characters));
        StringBuilder json = new StringBuilder("{\"time\":\"2026-11-20T10:00:00Z\",\"operation\":\"ACKNOWLEDGE\"");
        texts.forEach((name, text) -> json.append(",\"%s\":\"%s\"".formatted(name, text)));
        return json.append('}').toString().getBytes(UTF_8);
    }
}
