package io.weir.standalone.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1234567890, 1234567890",
        "999999999999999, 999999999999999",
        "1e15, 1E+15",
        "1.5e300, 1.5E+300",
        "0.1, 0.1",
        "2.123456789, 2.12346",
        "-81.66666, -81.6667",
        "123456789.75, 123456790",
        "0.00012345678, 0.000123457",
        "0.000012, 0.000012",
        "4.9e-324, 4.9E-324",
        "NaN, NaN",
        "Infinity, +Inf",
        "-Infinity, -Inf"
    })
    void tablesRoundToSixDigits(double value, String text) {
        assertThat(Numbers.rounded(value)).isEqualTo(text);
    }

    @Test
    void exactNumbersAreReadAsTheSameValue() throws IOException {
        long seed = Long.getLong("weir.test.seed", 7);
        SplittableRandom random = new SplittableRandom(seed);
        ObjectMapper json = new ObjectMapper();
        for (int i = 0; i < 10_000; i++) {
            double value =
                    i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : Math.rint(random.nextDouble(-1e17, 1e17));
            String text = Numbers.exact(value);
            assertThat(Numbers.parse(text)).as("%s, seed %d", text, seed).isEqualTo(Double.valueOf(value));
            if (Double.isFinite(value)) {
                assertThat(json.readTree(text).doubleValue()).isEqualTo(value);
            }
        }
    }

    @Test
    void exactNumbersKeepTheSignOfZero() {
        assertThat(Numbers.exact(-0.0)).isEqualTo("-0");
        assertThat(Numbers.exact(0.0)).isEqualTo("0");
    }

    @Test
    void otherTextsAreRefused() {
        assertThatThrownBy(() -> Numbers.parse("one")).isInstanceOf(NumberFormatException.class);
    }
}
