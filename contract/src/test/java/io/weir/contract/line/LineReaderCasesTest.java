package io.weir.contract.line;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The case tables, each case twice on one reader, surrounded by other bytes. */
class LineReaderCasesTest {
    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();

    @Test
    void readsGoodLines() {
        for (Map<String, Object> lineCase : twice("read")) {
            wrap(LineCases.bytes(lineCase, "line"));
            assertThat(reader.next()).as("%s", lineCase).isTrue();
            assertThat(reader.error()).as("%s", lineCase).isEqualTo(LineError.NONE);
            assertThat(described()).as("%s", lineCase).isEqualTo(expected(lineCase));
            assertThat(reader.next()).as("%s", lineCase).isFalse();
        }
    }

    @Test
    void refusesBadLinesWithReasonAndPosition() {
        for (Map<String, Object> lineCase : twice("refused")) {
            wrap(LineCases.bytes(lineCase, "line"));
            assertThat(reader.next()).as("%s", lineCase).isTrue();
            assertThat(refusal()).as("%s", lineCase).isEqualTo(lineCase.get("error") + " " + lineCase.get("byte"));
            assertThat(reader.next()).as("%s", lineCase).isFalse();
        }
    }

    @Test
    void refusesWhatIsNotUtf8() {
        for (Map<String, Object> lineCase : twice("not-utf8")) {
            wrap(HexFormat.ofDelimiter(" ").parseHex((String) lineCase.get("hex")));
            assertThat(reader.next()).as("%s", lineCase).isTrue();
            assertThat(refusal()).as("%s", lineCase).isEqualTo("not-utf8 " + lineCase.get("byte"));
            assertThat(reader.next()).as("%s", lineCase).isFalse();
        }
    }

    @Test
    void continuesAfterRefusedLines() {
        for (Map<String, Object> lineCase : twice("neighbours")) {
            wrap(LineCases.bytes(lineCase, "input"));
            List<String> outcomes = new ArrayList<>();
            while (reader.next()) {
                boolean good = reader.error() == LineError.NONE;
                outcomes.add(reader.lineNumber() + " "
                        + (good ? readSeries().measurement() : reader.error().code()));
            }
            assertThat(outcomes).as("%s", lineCase).isEqualTo(lineCase.get("outcomes"));
        }
    }

    private static List<Map<String, Object>> twice(String table) {
        List<Map<String, Object>> cases = new ArrayList<>();
        LineCases.of(table).forEach(lineCase -> {
            cases.add(lineCase);
            cases.add(lineCase);
        });
        assertThat(cases).isNotEmpty();
        return cases;
    }

    /**
     * Wraps the bytes inside a larger array. If the reader read the bytes around them, they would
     * become part of the line.
     */
    private void wrap(byte[] line) {
        byte[] bytes = new byte[line.length + 32];
        Arrays.fill(bytes, (byte) '1');
        System.arraycopy(line, 0, bytes, 16, line.length);
        reader.wrap(bytes, 16, 16 + line.length);
    }

    private Series readSeries() {
        return Series.parse(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
    }

    /** The code and column of the error from the reader or the series reader. */
    private String refusal() {
        LineError error = reader.error();
        int at = reader.errorAt();
        if (error == LineError.NONE) {
            error = series.read(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
            at = series.errorAt();
        }
        return error.code() + " " + (at - reader.lineStart() + 1);
    }

    private Map<String, Object> described() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < reader.fieldCount(); i++) {
            fields.put(reader.fieldKey(i), reader.fieldType(i) + " " + value(i));
        }
        Series found = readSeries();
        return described(
                found.measurement(), found.tags(), fields, reader.hasTimestamp() ? reader.timestamp() : "none");
    }

    private static Map<String, Object> expected(Map<String, Object> lineCase) {
        Map<Object, Object> fields = new LinkedHashMap<>((Map<?, ?>) lineCase.get("fields"));
        fields.replaceAll((key, value) -> {
            String text = (String) value;
            return text.startsWith("FLOAT ") ? "FLOAT " + Double.parseDouble(text.substring(6)) : text;
        });
        Object timestamp = lineCase.getOrDefault("timestamp", "none");
        return described(
                requireNonNull(lineCase.get("measurement")),
                (Map<?, ?>) lineCase.getOrDefault("tags", Map.of()),
                fields,
                timestamp instanceof Number number ? number.longValue() : timestamp);
    }

    private static Map<String, Object> described(
            Object measurement, Map<?, ?> tags, Map<?, ?> fields, Object timestamp) {
        return new TreeMap<>(
                Map.of("measurement", measurement, "tags", tags, "fields", fields, "timestamp", timestamp));
    }

    private String value(int i) {
        return switch (reader.fieldType(i)) {
            case FLOAT -> Double.toString(reader.doubleValue(i));
            case INTEGER -> Long.toString(reader.longValue(i));
            case UNSIGNED -> Long.toUnsignedString(reader.longValue(i));
            case BOOLEAN -> Boolean.toString(reader.booleanValue(i));
            case STRING -> reader.stringValue(i);
        };
    }
}
