package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.rule.alarm.Limit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingTest {

    private static final int LONGEST = 1_024;

    @Test
    void textsAreTruncated() {
        Reading kept = new Reading();
        kept.keep(text("x".repeat(LONGEST) + "y".repeat(1_000_000)));

        assertThat(kept).hasToString("x".repeat(LONGEST));
        assertThat(kept.isSame(text("x".repeat(LONGEST) + "z"))).isTrue();
        assertThat(kept.isSame(text("x".repeat(LONGEST - 1)))).isFalse();
    }

    /**
     * No double is between 2^53 and 2^53 + 2. The largest unsigned integer rounds to a double out
     * of range.
     */
    @Test
    void integersAreComparedToTheLastDigit() {
        List<String> ascending = List.of(
                "-9223372036854775808i",
                "-9223372036854775807i",
                "-9007199254740993i",
                "-9007199254740992i",
                "9007199254740991i",
                "9007199254740992i",
                "9007199254740993i",
                "9007199254740994i",
                "9223372036854775806i",
                "9223372036854775807i",
                "9223372036854775808u",
                "9223372036854775809u",
                "18446744073709551614u",
                "18446744073709551615u");
        for (int one = 0; one < ascending.size(); one++) {
            Reading reading = shown(ascending.get(one));
            String digits = ascending.get(one).replaceAll("[iu]", "");
            assertThat(reading).hasToString(digits);
            assertThat(reading.isSame(Reading.of(new BigDecimal(digits)))).isTrue();
            for (int other = 0; other < ascending.size(); other++) {
                Reading second = shown(ascending.get(other));
                assertThat(reading.isSame(second)).isEqualTo(one == other);
                assertThat(reading.identity() == second.identity()).isEqualTo(one == other);
                double threshold = second.number();
                boolean isAbove = new BigDecimal(digits).compareTo(new BigDecimal(threshold)) > 0;
                assertThat(Limit.above(threshold, threshold).raises(reading.floor(), reading.ceiling()))
                        .as("%s above %s", digits, threshold)
                        .isEqualTo(isAbove);
            }
        }
    }

    @Test
    void equalNumbersOfAllTypesAreTheSame() {
        for (String spelling :
                List.of("9007199254740992", "9007199254740992i", "9007199254740992u", "9.007199254740992e15")) {
            assertThat(shown(spelling).isSame(shown("9007199254740992i")))
                    .as(spelling)
                    .isTrue();
            assertThat(shown(spelling).identity())
                    .isEqualTo(shown("9007199254740992i").identity());
        }
        assertThat(Reading.of(new BigDecimal("3.0")).isSame(shown("3i"))).isTrue();
        assertThat(Reading.of(new BigDecimal("1e300")).isSame(shown("1e300"))).isTrue();
        assertThat(shown("-0.0").isSame(shown("0i"))).isTrue();
        assertThat(shown("-0.0").identity()).isEqualTo(shown("0i").identity());
    }

    @Test
    void anIntegerIsKeptToTheLastDigit() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Reading kept = new Reading();
        kept.keep(shown("9007199254740993i"));
        kept.write(new DataOutputStream(bytes));
        Reading read = new Reading();
        read.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(read).hasToString("9007199254740993");
        assertThat(read.isSame(shown("9007199254740992i"))).isFalse();
    }

    private static Reading shown(String value) {
        LineReader lines = new LineReader();
        byte[] line = ("m f=" + value).getBytes(UTF_8);
        lines.wrap(line, 0, line.length);
        assertThat(lines.next()).isTrue();
        assertThat(lines.error()).isEqualTo(LineError.NONE);
        Reading reading = new Reading();
        reading.show(lines, 0);
        return reading;
    }

    private static Reading text(String text) {
        Reading reading = new Reading();
        byte[] utf8 = text.getBytes(UTF_8);
        reading.showText(utf8, 0, utf8.length);
        return reading;
    }
}
