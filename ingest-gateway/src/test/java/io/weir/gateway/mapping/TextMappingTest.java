package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of key=value and CSV. */
class TextMappingTest {
    private static final RecordFormat HEADER = new RecordFormat.Csv(List.of(), ',');
    private static final RecordFormat COLUMNS = new RecordFormat.Csv(List.of("t", "h", "v"), ';');
    private static final String MAPPING = "{measurement: m, tags: {host: /h}, timestamp: /t, precision: ns}";

    private final Intake intake = new Intake();
    private final List<String> refused = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1|1",
                "-1.5|-1.5",
                "1e3|1000",
                "007|7",
                "123i|123i",
                "-9223372036854775808i|-9223372036854775808i",
                "9223372036854775808i|\"9223372036854775808i\"",
                "i|\"i\"",
                "1.5i|\"1.5i\"",
                "5u|\"5u\"",
                "+5|\"+5\"",
                "0x1f|\"0x1f\"",
                "true|true",
                "True|\"True\"",
                "\"1\"|\"1\"",
                "\"\"|\"\"",
                "a=b|\"a=b\"",
                "10.0.0.1|\"10.0.0.1\"",
            })
    void theFormOfAValueIsItsType(String value, String field) {
        assertThat(keyValue("t=1 v=" + value)).containsExactly("m v=" + field + " 1");
        assertThat(csv("t,v\n1," + value)).containsExactly("m v=" + field + " 1");
        assertThat(refused).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"nan", "-Inf", "Infinity", "N/A", "''"})
    void noValueIsNoField(String value) {
        String mapping = "{measurement: m, timestamp: /t, precision: ns, absent: [N/A]}";
        assertThat(received(RecordFormat.KEY_VALUE, mapping, "t=1 v=" + value + " w=2"))
                .containsExactly("m w=2 1");
        assertThat(received(HEADER, mapping, "t,v,w\n1," + value + ",2")).containsExactly("m w=2 1");
    }

    @Test
    void tagsAndMeasurementsKeepTheirText() {
        assertThat(received(
                        RecordFormat.KEY_VALUE,
                        "{measurement: /m, tags: {id: /id, x: /x}, timestamp: /t}",
                        "id=007 x=1e5 m=1.50 t=1790000000.5 v=nan w=1\n"))
                .containsExactly("1.50,id=007,x=1e5 w=1 1790000000500000000");
    }

    @Test
    void columnsMayHaveAnyName() {
        assertThat(received(
                        RecordFormat.KEY_VALUE,
                        "{measurement: m, tags: {a: /x.y, b: /x~1y}, fields: {n: \"/sum.<n>?configstatus@rw\"}}",
                        "x.y=1 x/y=2 sum.<n>?configstatus@rw=3 other=4"))
                .containsExactly("m,a=1,b=2 n=3 " + Intake.NOW_NANOS);
    }

    @Test
    void keysAndValuesAreSeparatedByBlanks() {
        assertThat(keyValue("\ufeff  t=1\th=\"a \\\"b\\\" \\\\ \\n\" v=1  \r\n\r\n \t\n t=2 h= v=2\n"))
                .containsExactlyInAnyOrder("m,host=a\\ \"b\"\\ \\\\ \\n v=1 1", "m v=2 2");
        assertThat(refused).isEmpty();
    }

    @Test
    void csvIsReadAsRfc4180Says() {
        assertThat(csv("\ufefft,h,\"v,w\",,x\r\n1,\"a,\"\"b\"\"\",2,ignored,\"two\r\nlines\"\r\n\r\n2,,3,,5\" disk"))
                .containsExactlyInAnyOrder(
                        "m,host=a\\,\"b\" v\\,w=2,x=\"two\r\nlines\" 1", "m v\\,w=3,x=\"5\\\" disk\" 2");
        assertThat(refused).isEmpty();
    }

    @Test
    void namedColumnsNeedNoHeaderAndSkipIt() {
        assertThat(received(COLUMNS, MAPPING, "t;h;v\n1;a;2\nt;h;v\r\n2;b;3"))
                .containsExactlyInAnyOrder("m,host=a v=2 1", "m,host=b v=3 2");
        assertThat(received(COLUMNS, MAPPING, "1;a;2")).containsExactly("m,host=a v=2 1");
        assertThat(refused).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "t=2 v|broken-keyvalue v",
                "t=2 =1|broken-keyvalue =1",
                "t=2 v =1|broken-keyvalue v =1",
                "t=2 v=\"a|broken-keyvalue \"a",
                "t=2 v=\"a\\\"|broken-keyvalue \"a\\\"",
                "t=2 v=\"a\"b|broken-keyvalue \"a\"b",
                "t=2 v=1 v=2|duplicate-name 2",
                "t=2|missing-fields t=2",
                "v=1|invalid-timestamp v=1",
                "v=1 t=x|invalid-timestamp x",
                "v=1 t=\"\"|invalid-timestamp \"\"",
                "v=1 t=1e400|invalid-timestamp 1e400",
                "t=2 v=1e999|number-out-of-range 1e999",
                "t=2 h=\\ v=1|bad-tag \\ v=1",
                "t=2 \\=1|bad-field 1",
                "t=99999999999999999999 v=1|timestamp-out-of-range 99999999999999999999 v=1",
            })
    void aWrongLineOfKeysAndValuesIsRefusedAlone(String line, String refusal) {
        assertThat(keyValue("t=1 v=1\n" + line + "\nt=3 v=3")).containsExactly("m v=1 1", "m v=3 3");
        assertThat(refused).containsExactly(refusal);
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "2,a|broken-csv 2,a",
                "2,a,1,1|broken-csv 2,a,1,1",
                "2,\"a\"b,1|broken-csv \"a\"b,1",
                "2,\"a\" ,1|broken-csv \"a\" ,1",
                "2,\"a,1|broken-csv \"a,1",
                "2,a,\"|broken-csv \"",
                "2,a,|missing-fields 2,a,",
                "x,a,1|invalid-timestamp x,a,1",
                "2,\\,1|bad-tag \\,1",
                "2,a,-1e999|number-out-of-range -1e999",
            })
    void aWrongLineOfCsvIsRefusedAlone(String line, String refusal) {
        assertThat(csv("t,h,v\n1,,1\n" + line + "\n3,,3\n")).containsExactly("m v=1 1", "m v=3 3");
        assertThat(refused).containsExactly(refusal);
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"t,v,v|duplicate-name t,v,v\\n1,2,3\\n4,5,6", "t,\"v|broken-csv \"v\\n1,2,3\\n4,5,6"})
    void withoutItsColumnsAMessageIsRefused(String header, String refusal) {
        assertThat(csv(header + "\n1,2,3\n4,5,6")).isEmpty();
        assertThat(refused).containsExactly(refusal.replace("\\n", "\n"));
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] bytes = "t=1 v=1\nt=2 v=\u00fc\nt=3 v=3".getBytes(ISO_8859_1);
        new RecordIntake(intake.lines, mapping(MAPPING), RecordFormat.KEY_VALUE)
                .message(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        assertThat(drained()).containsExactly("m v=1 1", "m v=3 3");
        assertThat(refused).singleElement().asString().startsWith("not-utf8");
    }

    @Test
    void aRecordIsBounded() {
        String longText = "x".repeat(TextLines.MOST_BYTES);
        assertThat(keyValue("t=1 v=" + longText + "\nt=2 v=2")).containsExactly("m v=2 2");
        assertThat(csv("t,v\n1,\"" + longText + "\"\n2,2")).containsExactly("m v=2 2");
        assertThat(refused).hasSize(2).allMatch(text -> text.startsWith("record-too-long"));
    }

    @Test
    void longNamesOfColumnsAreNotRepeatedWithoutBound() {
        StringBuilder message = new StringBuilder("t");
        for (int i = 0; i < 1000; i++) {
            message.append(',').append("n".repeat(500)).append(i);
        }
        message.append("\n1").append(",1".repeat(1000));
        assertThat(csv(message.toString())).isEmpty();
        assertThat(refused).singleElement().asString().startsWith("record-lines-too-long");
    }

    /** Else each would be read to the end of the message. */
    @ParameterizedTest
    @Timeout(60)
    @ValueSource(strings = {"x\",\"y\n", "\"\n", "x,\"\"y\n", "\"\"\"\n", "\"x\n\",\n", "1,\"\n\",\"\n"})
    void recordsWithOpenQuotesAreReadAFewTimes(String line) {
        assertThat(csv("t,v\n1,1\n" + line.repeat((1 << 20) / line.length()))).contains("m v=1 1");
        assertThat(intake.counts.rejected.total()).isPositive();
    }

    @Test
    void wrongLinesWithoutQuotesAreRefusedAloneHoweverMany() {
        assertThat(csv("t,v\n" + "1\n".repeat(100) + "1,1")).containsExactly("m v=1 1");
        assertThat(refused).hasSize(100);
    }

    @Test
    void aMessageOfSeparatorsIsNotCollected() {
        assertThat(csv("t,v\n" + ",".repeat(8 << 20) + "\n1,1")).containsExactly("m v=1 1");
        assertThat(refused).singleElement().asString().startsWith("record-too-long");
        assertThat(csv(",".repeat(CsvRecords.MOST_COLUMNS) + "\n1,1")).isEmpty();
        assertThat(refused).hasSize(2).last().asString().startsWith("broken-csv");
    }

    private List<String> keyValue(String message) {
        return received(RecordFormat.KEY_VALUE, MAPPING, message);
    }

    private List<String> csv(String message) {
        return received(HEADER, MAPPING, message);
    }

    private List<String> received(RecordFormat format, String mapping, String message) {
        byte[] bytes = message.getBytes(UTF_8);
        new RecordIntake(intake.lines, mapping(mapping), format)
                .message(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        return drained();
    }

    private List<String> drained() {
        intake.lines.flush();
        List<Parcel> parcels = intake.queued();
        for (Parcel.Refused each : Intake.only(Parcel.Refused.class, parcels)) {
            String text = new String(each.bytes(), UTF_8);
            refused.add(each.reason() + " " + text.substring(each.at()));
        }
        // No digit precedes a newline inside a string.
        return Intake.only(Parcel.Batch.class, parcels).stream()
                .flatMap(batch -> List.of(new String(batch.lines(), UTF_8).split("(?<=\\d)\n")).stream())
                .toList();
    }

    private static RecordMapping mapping(String yaml) {
        return YamlSource.text("test", "{mapping: " + yaml + "}")
                .read(RecordMapping::in)
                .orElseThrow();
    }
}
