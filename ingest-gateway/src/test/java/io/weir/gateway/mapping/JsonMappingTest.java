package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.RefusedRecords;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.message.HttpMessageSettings;
import io.weir.gateway.testing.InputPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMappingTest {
    private static final InputPage PAGE = new InputPage("json");
    private static final String FLAT = "{measurement: m, timestamp: /t, tags: {host: /h}}";

    private final Intake intake = new Intake();
    private final List<String> refused = new ArrayList<>();

    @Test
    void whatThePageShowsArrivesAsItSays() {
        RecordMapping ofPage =
                YamlSource.text("page", PAGE.blocks("yaml").get(0)).read(GatewayConfig::read).inputs().stream()
                        .filter(HttpMessageSettings.class::isInstance)
                        .map(input -> ((HttpMessageSettings) input)
                                .messages()
                                .byMapping()
                                .mapping())
                        .findFirst()
                        .orElseThrow();
        assertThat(received(ofPage, PAGE.blocks("json").get(0))).containsExactlyElementsOf(PAGE.arrivesAs("json"));
        assertThat(refused).isEmpty();
    }

    @Test
    void thePagesHaveEveryReason() {
        String pages = PAGE.text() + new InputPage("csv").text() + new InputPage("infologger").text();
        assertThat(Arrays.stream(RecordError.values())
                        .filter(error -> error != RecordError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(pages::contains);
    }

    @Test
    void typesAreKept() {
        assertThat(received("{measurement: m}", """
                        {"i": 1, "n": -9223372036854775808, "u": 18446744073709551615, "f": 1.0, "e": 1e3, "z": -0.0, "d": 0.1,
                         "b": true, "s": "a \\"b\\" \\\\ \\u00e9", "x": "", "o": null, "a": [1, 2.50, 100.0, true, "c,\\"d\\""], "q": []}
                        """))
                .containsExactly("m i=1i,n=-9223372036854775808i,u=18446744073709551615u,f=1,e=1000,z=0,d=0.1,b=true,"
                        + "s=\"a \\\"b\\\" \\\\ é\",x=\"\",a=\"[1,2.50,100.0,true,\\\"c,\\\\\\\"d\\\\\\\"\\\"]\",q=\"[]\" "
                        + Intake.NOW_NANOS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"null", "true", "\"\"", "{}", "[1]", "\"\\ud800\""})
    void onlyTextsAndNumbersAreMeasurements(String name) {
        assertThat(received("{measurement: /m}", "{\"v\":1,\"m\":" + name + "}{\"v\":1}{\"v\":1,\"m\":7}"))
                .containsExactly("7 v=1i " + Intake.NOW_NANOS);
        assertThat(refused).containsExactly("bad-measurement " + name + "}", "bad-measurement {\"v\":1}");
    }

    @Test
    void objectsBecomeFieldsWithJoinedNames() {
        assertThat(received(
                        "{measurement: m, tags: {h: /a/h}}",
                        "{\"a\":{\"h\":\"x\",\"b\":{\"c d\":1,\"e\":{}}},\"f\":2}"))
                .containsExactly("m,h=x a.b.c\\ d=1i,f=2i " + Intake.NOW_NANOS);
        assertThat(received("{measurement: m, separator: _, timestamp: /t}", "{\"t\":1,\"a\":{\"b\":{\"c\":1}}}"))
                .containsExactly("m a_b_c=1i 1000000000");
    }

    @Test
    void onlyTheFieldsThatAreNamedAreTaken() {
        assertThat(received(
                        "{measurement: /kind, fields: {load: /sys/load, one: /a/1, all: /sys}, floats: [\"l*\", all.n]}",
                        "{\"kind\":\"k\",\"sys\":{\"load\":1,\"n\":2},\"a\":[7,8],\"other\":5}"))
                .singleElement()
                .isEqualTo("k all.load=1i,all.n=2,load=1,one=8i " + Intake.NOW_NANOS);
    }

    @Test
    void aPointerIsLookedUpInTheRecordAndThenInTheMessage() {
        assertThat(
                        received(
                                "{records: /r, measurement: /m, tags: {h: /h}, fields: {v: /v}, timestamp: /v, precision: ns}",
                                "{\"m\":\"m1\",\"h\":\"a\",\"r\":[{\"v\":1},{\"v\":2,\"h\":\"b\"},{\"v\":3,\"m\":\"m2\",\"h\":null}]}"))
                .containsExactlyInAnyOrder("m1,h=a v=1i 1", "m1,h=b v=2i 2", "m2 v=3i 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auto|1790000000|1790000000000000000",
                "auto|1790000000.123456789|1790000000123456789",
                "auto|1790000000123|1790000000123000000",
                "auto|\"1790000000.5\"|1790000000500000000",
                "s|-1.25|-1250000000",
                "ms|1.5|1500000",
                "h|0.5|1800000000000",
                "ns|1790000000123456789|1790000000123456789",
                "auto|\"2026-09-21T14:13:20Z\"|1790000000000000000",
                "auto|\"2026-09-21T16:13:20.25+02:00\"|1790000000250000000",
                "auto|\"2026-09-21T16:13:20.250+0200\"|1790000000250000000",
                "auto|\"2026-09-21T09:13:20-05\"|1790000000000000000",
                "auto|\"2026-09-21t14:13z\"|1789999980000000000",
                "auto|\"2026-09-20T24:00:00Z\"|1789948800000000000",
                "auto|\"2016-12-31T23:59:60Z\"|1483228799000000000"
            })
    void readsTimes(String precision, String time, long nanos) {
        assertThat(received(
                        "{measurement: m, timestamp: /t, precision: " + precision + "}",
                        "{\"v\":1,\"t\":" + time + "}"))
                .containsExactly("m v=1i " + nanos);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"v\":1,\"t\":\"yesterday\"}|invalid-timestamp \"yesterday\"}",
                "{\"v\":1,\"t\":\"2026-09-21 14:13:20\"}|invalid-timestamp \"2026-09-21 14:13:20\"}",
                "{\"v\":1,\"t\":\"2026-09-21T14:13:20\"}|invalid-timestamp \"2026-09-21T14:13:20\"}",
                "{\"v\":1,\"t\":\"2026-02-30T14:13:20Z\"}|invalid-timestamp \"2026-02-30T14:13:20Z\"}",
                "{\"v\":1,\"t\":\"2026-09-21T14:13:20+2\"}|invalid-timestamp \"2026-09-21T14:13:20+2\"}",
                "{\"v\":1,\"t\":\"1.2.3\"}|invalid-timestamp \"1.2.3\"}",
                "{\"v\":1,\"t\":\"-\"}|invalid-timestamp \"-\"}",
                "{\"v\":1,\"t\":[1]}|invalid-timestamp [1]}",
                "{\"v\":1,\"t\":true}|invalid-timestamp true}",
                "{\"v\":1,\"t\":null}|invalid-timestamp null}",
                "{\"v\":1}|invalid-timestamp {\"v\":1}",
                "{\"v\":1,\"t\":1e-999999999}|invalid-timestamp 1e-999999999}",
                "{\"v\":1,\"t\":1e30}|timestamp-out-of-range 1e30}",
                "{\"v\":1,\"t\":1e999999999}|invalid-timestamp 1e999999999}",
                "{\"v\":1,\"t\":92233720368547758070}|timestamp-out-of-range 92233720368547758070}",
                "{\"v\":1,\"t\":9223372036.9}|timestamp-out-of-range 9223372036.9}",
                "{\"v\":1,\"t\":9223372036.854775808}|timestamp-out-of-range 9223372036.854775808}",
                "{\"v\":1,\"t\":\"2500-01-01T00:00:00Z\"}|timestamp-out-of-range \"2500-01-01T00:00:00Z\"}",
                "{\"t\":1,\"v\":1e999}|number-out-of-range 1e999}",
                "{\"t\":1,\"v\":18446744073709551616}|number-out-of-range 18446744073709551616}",
                "{\"t\":1,\"v\":-9223372036854775809}|number-out-of-range -9223372036854775809}",
                "{\"t\":1,\"a\":{\"v\":[1,[2]]}}|bad-array [1,[2]]}}",
                "{\"t\":1,\"v\":[{}]}|bad-array [{}]}",
                "{\"t\":1,\"v\":[1,null]}|bad-array [1,null]}",
                "{\"t\":1,\"\":1}|bad-field 1}",
                "{\"t\":1,\"a\\nb\":1}|bad-field 1}",
                "{\"t\":1,\"v\":\"\\ud800\"}|bad-field \"\\ud800\"}",
                "{\"t\":1,\"v\":1,\"h\":[]}|bad-tag []}",
                "{\"t\":1,\"v\":1,\"h\":{\"a\":1}}|bad-tag {\"a\":1}}",
                "{\"t\":1,\"v\":1,\"h\":\"a\\nb\"}|bad-tag \"a\\nb\"}",
                "{\"t\":1,\"v\":1,\"h\":\"\\udc00\"}|bad-tag \"\\udc00\"}",
                "{\"t\":1,\"v\":null}|missing-fields {\"t\":1,\"v\":null}",
                "{}|missing-fields {}",
                "{\"t\":1,\"v\":1,\"v\":2}|duplicate-name {\"t\":1,\"v\":1,\"v\":2}",
                "{\"t\":1,\"v.w\":1,\"v\":{\"w\":2}}|duplicate-name 2}}",
                "{\"t\":1,\"a\":1,\"a\\\\\":2}|duplicate-name 2}",
                "{\"t\":1,\"a\\\\\\\\\":1,\"a\\\\\":2}|duplicate-name 2}",
                "{\"t\":1,\"\\\\\":1}|bad-field 1}",
                "{\"t\":1,\"v\":1e99999999999}|number-out-of-range {\"t\":1,\"v\":1e99999999999}",
                "7|not-a-record 7",
                "\"text\"|not-a-record \"text\"",
                "null|not-a-record null",
                "[[]]|not-a-record []",
                "{\"t\":1,|broken-json",
                "{\"t\":NaN}|broken-json }",
                "{'t':1}|broken-json t':1}",
            })
    void aWrongRecordIsRefusedAloneWithItsPlace(String record, String expected) {
        String good = "{\"v\":7,\"t\":1,\"h\":\"good\"}";
        assertThat(received(FLAT, good + "\n" + record + "\n" + good.replace("\"t\":1", "\"t\":2") + "\n"))
                .as("neighbours")
                .containsExactly("m,host=good v=7i 1000000000", "m,host=good v=7i 2000000000");
        assertThat(refused).singleElement().asString().isEqualTo(expected);
    }

    @Test
    void aWrongRecordInsideOfAMessageIsRefusedWithoutIt() {
        assertThat(
                        received(
                                "{records: /r, measurement: m, tags: {h: /h}, timestamp: /t, precision: ns}",
                                "{\"h\":\"a\",\"t\":5,\"r\":[{\"v\":1},{\"v\":{\"w\" : [[]]}},7,{\"v\":2}],\"big\":\"xxxxxxxx\"}"))
                .containsExactly("m,h=a v=1i 5", "m,h=a v=2i 5");
        assertThat(refused).containsExactly("bad-array [[]]}}", "not-a-record 7");
    }

    @Test
    void aRepeatedMemberCostsNoOtherRecordOfAMessage() {
        assertThat(received(
                        "{records: /r, measurement: m, tags: {h: /h}}",
                        "{\"h\":\"a\",\"r\":[{\"v\":1},{\"v\":2,\"v\":2},{\"v\":[[{\"a\":1,\"a\":2}]]},{\"v\":3}]}"))
                .containsExactly("m,h=a v=1i " + Intake.NOW_NANOS, "m,h=a v=3i " + (Intake.NOW_NANOS + 1));
        assertThat(refused).containsExactly("duplicate-name {\"v\":2}", "duplicate-name {\"v\":[[{\"a\":2}]]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"h\":\"a\",\"h\":\"b\",\"r\":[{\"v\":1}]}",
                "{\"r\":[{\"v\":1}],\"r\":[{\"v\":2}]}",
                "{\"r\":[{\"v\":1}],\"o\":[{\"x\":{\"a\":1,\"a\":2}}]}"
            })
    void aRepeatedMemberAroundTheRecordsCostsTheMessage(String message) {
        assertThat(received("{records: /r, measurement: m}", message + "{\"r\":{\"v\":7}}"))
                .containsExactly("m v=7i " + Intake.NOW_NANOS);
        assertThat(refused).containsExactly("duplicate-name " + message);
    }

    /** A decimal can be written with more digits than may be read. */
    @Test
    void aRecordWithManyDigitsIsRefusedWithoutItsPlace() {
        String number = "1".repeat(998) + "e99";
        assertThat(received(
                        "{records: /r, measurement: m, tags: {h: /h}, timestamp: /t}",
                        "{\"t\":1,\"r\":[{\"x\":" + number + ",\"h\":{}},{\"v\":1}]}"))
                .containsExactly("m v=1i 1000000000");
        assertThat(refused).singleElement().asString().startsWith("bad-tag {");
    }

    @Test
    void aNumberWithTooManyDigitsCostsNoNeighbour() {
        assertThat(received(FLAT, "[{\"t\":1,\"v\":1},{\"t\":2,\"v\":" + "1".repeat(1001) + "},{\"t\":3,\"v\":3}]"))
                .containsExactly("m v=1i 1000000000", "m v=3i 3000000000");
        assertThat(refused).singleElement().asString().startsWith("number-out-of-range {\"t\":2");
    }

    /** Long names on the way to many values. */
    @Test
    @Timeout(60)
    void thePlaceOfAValueIsFoundInOnePass() {
        String open = ("{\"" + "a".repeat(9_990) + "\":").repeat(29);
        String values = String.join(",", Collections.nCopies(350_000, "0"));
        received(FLAT, open + "[" + values + "]" + "}".repeat(28) + ",\"t\":1,\"h\":{}}");
        // Of a refused record, 500 kB are kept, before the place.
        assertThat(refused).singleElement().isEqualTo("bad-tag");
    }

    @Test
    void aByteOrderMarkAtTheStartIsSkipped() {
        assertThat(received(FLAT, "\ufeff{\"t\":1,\"v\":1}")).containsExactly("m v=1i 1000000000");
        assertThat(received(FLAT, "\ufeff")).isEmpty();
        assertThat(refused).isEmpty();
        assertThat(received(FLAT, "\ufeff{\"t\":1}\n\ufeff{\"t\":2,\"v\":2}\n{\"t\":3,\"v\":3}"))
                .containsExactly("m v=3i 3000000000");
        assertThat(refused).hasSize(2);
        assertThat(refused.get(0)).isEqualTo("missing-fields {\"t\":1}");
        assertThat(refused.get(1)).startsWith("broken-json");
    }

    @Test
    void aMessageWithoutRecordsIsRefused() {
        String mapping = "{records: /r/s, measurement: m}";
        assertThat(received(mapping, "{\"r\":7} {\"r\":{\"s\":{\"v\":1}}} {\"r\":{\"s\":\"x\"}}"))
                .containsExactly("m v=1i " + Intake.NOW_NANOS);
        assertThat(refused).containsExactly("not-a-record {\"r\":7}", "not-a-record {\"r\":{\"s\":\"x\"}}");
    }

    @Test
    void aRecordIsBounded() {
        String long1 = "{\"t\":1,\"v\":\"" + "x".repeat(JsonLines.MOST_BYTES) + "\"}";
        String deep =
                "{\"t\":1,\"v\":" + "{\"a\":".repeat(JsonLines.MOST_DEPTH) + "1" + "}".repeat(JsonLines.MOST_DEPTH + 1);
        assertThat(received(FLAT, long1 + "\n" + deep + "\n{\"t\":1,\"v\":1}")).containsExactly("m v=1i 1000000000");
        assertThat(refused).hasSize(2);
        assertThat(refused.get(0)).startsWith("record-too-long {\"t\":1");
        assertThat(refused.get(1)).startsWith("broken-json ");
    }

    /** Over TCP, a newline ends a message. Any number of broken messages leaves the other messages intact. */
    @Test
    void manyBrokenLinesCostNoOther() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 100; i++) {
            lines.append("{\"t\":\n{\"t\":").append(i).append(",\"v\":1}\n");
        }
        byte[] bytes = lines.toString().getBytes(UTF_8);
        new RecordIntake(intake.lines, mapping(FLAT), RecordFormat.JSON)
                .messages(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        assertThat(drained()).hasSize(100);
        assertThat(refused).hasSize(100);
    }

    @Test
    void whatWasRefusedIsDescribed() {
        byte[] bytes = "{\"v\":1,\"t\":1} {\"v\":[[]],\"t\":1} {\"v\":1,\"t\":\"x\"} 7".getBytes(UTF_8);
        RefusedRecords of = new RecordIntake(intake.lines, mapping(FLAT), RecordFormat.JSON)
                .message(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        assertThat(of.count()).isEqualTo(3);
        assertThat(of.message())
                .isEqualTo("3 refused: /v: bad-array; /t: invalid-timestamp; not-a-record; all others are accepted");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{tags: {h: /h}}|mapping.measurement: is missing",
                "{measurement: m, timestamp: t}|mapping.timestamp: must be a JSON pointer, was \"t\"",
                "{measurement: m, records: r}|mapping.records: must be a JSON pointer, was \"r\"",
                "{measurement: m, separator: ''}|mapping.separator: must have 1 to 8 characters",
                "{measurement: m, separator: \"\\n\"}|mapping.separator: must be possible in a name of line protocol",
                "{measurement: m, separator: \"a\\0\"}|mapping.separator: must be possible in a name of line protocol",
                "{measurement: m, precision: days}|mapping.precision: must be one of ns, us, ms, s, m, h, auto",
                "{measurement: m, tag: {}}|mapping.tag: is not a known key"
            })
    void mistakesAreToldAtStart(String yaml, String mistake) {
        assertThatThrownBy(
                        () -> YamlSource.text("test", "{mapping: " + yaml + "}").read(RecordMapping::in))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining(mistake);
    }

    private List<String> received(String mapping, String message) {
        return received(mapping(mapping), message);
    }

    private List<String> received(RecordMapping mapping, String message) {
        byte[] bytes = message.getBytes(UTF_8);
        new RecordIntake(intake.lines, mapping, RecordFormat.JSON)
                .message(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        return drained();
    }

    private List<String> drained() {
        intake.lines.flush();
        List<Parcel> parcels = intake.queued();
        for (Parcel.Refused each : Intake.only(Parcel.Refused.class, parcels)) {
            String text = new String(each.bytes(), UTF_8);
            refused.add((each.reason() + " " + text.substring(each.at())).strip());
        }
        return Intake.lineTexts(parcels);
    }

    private static RecordMapping mapping(String yaml) {
        return YamlSource.text("test", "{mapping: " + yaml + "}")
                .read(RecordMapping::in)
                .orElseThrow();
    }
}
