package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "5m,300000", "1h,3600000", "7d,604800000", "2y,63072000000", "0s,0"})
    void readsWhatItWrites(String text, long millis) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"90s,90s", "60s,1m", "365d,1y", "24h,1d", "1500ms,1500ms"})
    void writesTheLargestUnitThatDivides(String text, String written) {
        assertThat(Durations.format(Durations.parse(text))).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "10,did you mean 10s?",
        "'',such as 500ms",
        "s,such as 500ms",
        "10 s,such as 500ms",
        "-1s,such as 500ms",
        "1.5s,such as 500ms",
        "10S,such as 500ms",
        "١s,such as 500ms",
        "291y,at most 290y",
        "9999999999999999999999s,at most 290y"
    })
    void refusesWithTheRemedy(String text, String said) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(said);
    }
}
