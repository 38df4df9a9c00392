package io.weir.standalone.ruletest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactValuesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "1 2.5 -3 | 1 2.5 -3",
                "0+5x3 | 0 5 10 15",
                "10-4x3 | 10 6 2 -2",
                "-1x2 | -1 -1 -1",
                "-1x4 | -1 -1 -1 -1 -1",
                "0.1+0.1x2 | 0.1 0.2 0.3",
                "1e3+1e-1x1 | 1000 1000.1",
                "7x0 | 7",
                "_ 1 _x3 2 | . 1 . . . 2",
                "1 stale | 1",
                "5i 5i+1x2 | 5i 5i 6i 7i",
                "5u+2ux1 | 5u 7u",
                "true falsex1 | true false false",
                "\"a b\" \"c\"x1 | \"a b\" \"c\" \"c\"",
                "\"a \\\" b\" | \"a \\\" b\"",
                "18446744073709551615u | 18446744073709551615u"
            })
    void expands(String written, String values) {
        assertThat(CompactValues.expand(written).stream()
                        .map(value -> value.orElse("."))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(values);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1+2 | without a count",
                "1 fast | \"fast\", which is not a value",
                "NaN | \"NaN\", which is not a value",
                "1x | \"1x\", which is not a value",
                "5i+0.5x3 | not a whole number",
                "stale 1 | \"1\" after stale",
                "\"open | \"\"open\", which is not a value",
                "0x9999999 | more than 1000000 values",
                "1e999999999 | \"1e999999999\", which is not a value",
                "0+1e99999999999x3 | which is not a value"
            })
    void refuses(String written, String told) {
        assertThatThrownBy(() -> CompactValues.expand(written))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(told);
    }

    @Test
    void textsMayBeLong() {
        String text = '"' + "a\\\"".repeat(200_000) + '"';

        assertThat(CompactValues.expand(text + " 1")).containsExactly(Optional.of(text), Optional.of("1"));
    }

    @Test
    void nothingIsNoValue() {
        assertThat(CompactValues.expand("  ")).isEmpty();
    }
}
