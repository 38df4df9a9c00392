package io.weir.writer.store.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerLimitsTest {

    @ParameterizedTest
    @CsvSource({"1, 31", "12, 372", "36h, 1.5", "30d, 30", "2w, 14", "1.5y, 547.5"})
    void readsSpansAsTheServerDoes(String value, double days) {
        String metrics = "x{a=\"flag\"} 1\nflag{name=\"retentionPeriod\", value=\"" + value + "\", is_set=\"true\"} 1\n"
                + "flag{name=\"futureRetention\", value=\"" + value + "\", is_set=\"true\"} 1\n";

        long millis = (long) (Duration.ofDays(1).toMillis() * days);
        assertThat(ServerLimits.of(metrics))
                .isEqualTo(new ServerLimits(millis, millis, Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void unknownSpansAndMissingFlagsLeaveTheDefaults() {
        long twoDays = Duration.ofDays(2).toMillis();
        assertThat(ServerLimits.of("flag{name=\"retentionPeriod\", value=\"9q\"} 1\nmaxLabelsPerTimeseries 3"))
                .isEqualTo(new ServerLimits(Long.MAX_VALUE, twoDays, Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertThat(
                        ServerLimits.of(
                                "flag{name=\"maxLabelsPerTimeseries\", value=\"7\"} 1\nflag{name=\"maxLabelValueLen\", value=\"9\"} 1"))
                .isEqualTo(new ServerLimits(Long.MAX_VALUE, Long.MAX_VALUE, 7, 9));
    }
}
