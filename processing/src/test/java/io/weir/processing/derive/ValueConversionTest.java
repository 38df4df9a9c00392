package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;
import io.weir.processing.derive.ValueConversion.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ValueConversionTest {

    @Test
    void scalesNumbersOfEveryTypeAndNothingElse() {
        ValueConversion conversion = ValueConversion.of(new Conversion.Scaling(1.8, 32));

        assertThat(after(conversion, "20", FieldType.FLOAT, 20)).isEqualTo("68.0");
        assertThat(after(conversion, "-40i", FieldType.INTEGER, -40)).isEqualTo("-40.0");
        assertThat(after(conversion, "5u", FieldType.UNSIGNED, 5)).isEqualTo("41.0");
        assertThat(after(conversion, "true", FieldType.BOOLEAN, 0)).isEqualTo("UNTOUCHED");
        assertThat(after(conversion, "\"20\"", FieldType.STRING, 0)).isEqualTo("UNTOUCHED");
    }

    @Test
    void overflowIsUndefined() {
        ValueConversion conversion = ValueConversion.of(new Conversion.Scaling(1e300, 0));

        assertThat(after(conversion, "1e300", FieldType.FLOAT, 1e300)).isEqualTo("UNDEFINED");
        assertThat(after(conversion, "1", FieldType.FLOAT, 1)).isEqualTo("1.0E300");
    }

    @Test
    void mapsTextHoweverItIsEscaped() {
        ValueConversion conversion = mapping(Map.of("a\"b\\c", "1", "\\d", "2", "", "3"), Optional.empty());

        assertThat(after(conversion, "\"a\\\"b\\\\c\"", FieldType.STRING, 0)).isEqualTo("1i");
        assertThat(after(conversion, "\"a\\\"b\\c\"", FieldType.STRING, 0)).isEqualTo("1i");
        assertThat(after(conversion, "\"\\d\"", FieldType.STRING, 0)).isEqualTo("2i");
        assertThat(after(conversion, "\"\"", FieldType.STRING, 0)).isEqualTo("3i");
        assertThat(after(conversion, "\"a\"", FieldType.STRING, 0)).isEqualTo("UNMAPPED");
        assertThat(after(conversion, '"' + "\\\\".repeat(500) + '"', FieldType.STRING, 0))
                .isEqualTo("UNMAPPED");
    }

    @Test
    void mapsNumbersByTheirValueAndBooleansByTheirName() {
        ValueConversion conversion =
                mapping(Map.of("0", "off", "1", "a \"b\" \\", "1.5", "half", "true", "on"), Optional.empty());

        assertThat(after(conversion, "1i", FieldType.INTEGER, 1)).isEqualTo("\"a \\\"b\\\" \\\\\"");
        assertThat(after(conversion, "-0.0", FieldType.FLOAT, -0.0)).isEqualTo("\"off\"");
        assertThat(after(conversion, "15e-1", FieldType.FLOAT, 1.5)).isEqualTo("\"half\"");
        assertThat(after(conversion, "T", FieldType.BOOLEAN, 0)).isEqualTo("\"on\"");
        assertThat(after(conversion, "false", FieldType.BOOLEAN, 0)).isEqualTo("UNMAPPED");
        assertThat(after(conversion, "\"1\"", FieldType.STRING, 0)).isEqualTo("\"a \\\"b\\\" \\\\\"");
    }

    @Test
    void oneFractionMakesAllFloatsAndOneWordMakesAllText() {
        assertThat(after(mapping(Map.of("A", "1", "B", "2.5"), Optional.empty()), "\"A\"", FieldType.STRING, 0))
                .isEqualTo("1.0");
        assertThat(after(mapping(Map.of("A", "1"), Optional.of("-1")), "\"C\"", FieldType.STRING, 0))
                .isEqualTo("-1i");
        assertThat(after(mapping(Map.of("A", "1"), Optional.of("none")), "\"A\"", FieldType.STRING, 0))
                .isEqualTo("\"1\"");
    }

    @Test
    void findsEachOfManyTexts() {
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            many.put("state " + i, Integer.toString(i));
        }
        ValueConversion conversion = mapping(many, Optional.empty());

        for (int i = 0; i < 1_000; i++) {
            assertThat(after(conversion, "\"state " + i + '"', FieldType.STRING, 0))
                    .isEqualTo(i + "i");
            assertThat(conversion.number()).isEqualTo(i);
        }
        assertThat(after(conversion, "\"state 1000\"", FieldType.STRING, 0)).isEqualTo("UNMAPPED");
    }

    private static ValueConversion mapping(Map<String, String> map, Optional<String> otherwise) {
        return ValueConversion.of(new Conversion.Mapping(new TreeMap<>(map), otherwise));
    }

    private static String after(ValueConversion conversion, String value, FieldType type, double number) {
        byte[] bytes = ("x=" + value + " 1").getBytes(UTF_8);
        Outcome outcome = conversion.convert(bytes, 2, bytes.length - 2, type, number);
        return outcome == Outcome.CONVERTED
                ? new String(conversion.value(), 0, conversion.length(), UTF_8)
                : outcome.toString();
    }
}
