package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;
import io.weir.processing.derive.ValueConversion.Outcome;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
    void mapsIntegersInAllBits() {
        ValueConversion conversion = mapping(
                Map.of(
                        "9007199254740993", "a",
                        "9007199254740992.0", "b",
                        "18446744073709551615", "c",
                        "-9223372036854775808", "d",
                        "0.1", "e"),
                Optional.empty());

        assertThat(after(conversion, "9007199254740992i", FieldType.INTEGER, 0x1p53))
                .isEqualTo("\"b\"");
        assertThat(after(conversion, "9007199254740993i", FieldType.INTEGER, 0x1p53))
                .isEqualTo("\"a\"");
        assertThat(after(conversion, "9007199254740994i", FieldType.INTEGER, 0x1p53 + 2))
                .isEqualTo("UNMAPPED");
        assertThat(after(conversion, "9007199254740993u", FieldType.UNSIGNED, 0x1p53))
                .isEqualTo("\"a\"");
        assertThat(after(conversion, "18446744073709551615u", FieldType.UNSIGNED, 0x1p64))
                .isEqualTo("\"c\"");
        assertThat(after(conversion, "18446744073709551614u", FieldType.UNSIGNED, 0x1p64))
                .isEqualTo("UNMAPPED");
        assertThat(after(conversion, "-1i", FieldType.INTEGER, -1)).isEqualTo("UNMAPPED");
        assertThat(after(conversion, "-9223372036854775808i", FieldType.INTEGER, -0x1p63))
                .isEqualTo("\"d\"");
        assertThat(after(conversion, "9007199254740992", FieldType.FLOAT, 0x1p53))
                .isEqualTo("\"b\"");
        assertThat(after(conversion, "0.1", FieldType.FLOAT, 0.1)).isEqualTo("\"e\"");
    }

    /** Few numbers that differ by little, around the bounds of doubles, signed and unsigned integers. */
    @Test
    void agreesWithExactArithmeticOnRandomMaps() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ValueConversionTest seed=" + seed);
        Random random = new Random(seed);
        List<BigInteger> bounds = IntStream.of(0, 53, 62, 63, 64)
                .mapToObj(BigInteger.ONE::shiftLeft)
                .toList();
        int mapped = 0;
        for (int round = 0; round < 2_000; round++) {
            Map<BigInteger, String> map = new TreeMap<>();
            BigInteger around = bounds.get(random.nextInt(bounds.size()));
            around = random.nextBoolean() ? around : around.negate();
            for (int i = 0; i < 5; i++) {
                map.put(around.add(BigInteger.valueOf(random.nextInt(9) - 4)), Integer.toString(i));
            }
            Map<String, String> spelled = new TreeMap<>();
            map.forEach((from, to) -> spelled.put(from + (random.nextBoolean() ? ".0" : ""), to));
            ValueConversion conversion = mapping(spelled, Optional.empty());
            for (int offset = -4; offset <= 4; offset++) {
                BigInteger value = around.add(BigInteger.valueOf(offset));
                boolean isUnsigned = value.signum() >= 0 && (value.bitLength() > 63 || random.nextBoolean());
                if (value.bitLength() > (isUnsigned ? 64 : 63)) {
                    continue;
                }
                String expected = map.containsKey(value) ? map.get(value) + 'i' : "UNMAPPED";
                mapped += map.containsKey(value) ? 1 : 0;
                assertThat(after(
                                conversion,
                                value + (isUnsigned ? "u" : "i"),
                                isUnsigned ? FieldType.UNSIGNED : FieldType.INTEGER,
                                value.doubleValue()))
                        .as("seed %d: %s in %s", seed, value, spelled)
                        .isEqualTo(expected);
            }
        }
        assertThat(mapped).isGreaterThan(1_000);
    }

    @Test
    void wholeResultsOfAllBitsAreIntegers() {
        assertThat(after(mapping(Map.of("A", "9223372036854775807"), Optional.empty()), "\"A\"", FieldType.STRING, 0))
                .isEqualTo("9223372036854775807i");
        assertThat(after(mapping(Map.of("A", "9223372036854775808"), Optional.empty()), "\"A\"", FieldType.STRING, 0))
                .isEqualTo(Double.toString(0x1p63));
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
