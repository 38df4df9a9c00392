package io.weir.gateway.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundTextTest {
    @ParameterizedTest
    @CsvSource({
        "0,0.0",
        "-0.0,0.0",
        "1,1.0",
        "-1,-1.0",
        "0.5,0.5",
        "10,10.0",
        "123456,123456.0",
        "1e6,1e+06",
        "1048576,1.048576e+06",
        "-2.5e7,-2.5e+07",
        "1e100,1e+100",
        "0.0001,0.0001",
        "0.00001,1e-05",
        "1.5e-10,1.5e-10",
        "0.30000000000000004,0.30000000000000004",
        "Infinity,+Inf",
        "-Infinity,-Inf",
        "NaN,NaN"
    })
    void boundsAreSpelledAsPrometheusDoes(double bound, String text) {
        assertThat(BoundText.of(bound)).isEqualTo(text);
    }
}
