package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The clock of Kafka's brokers is behind for a while. The only gateway follows it: its receive times
 * are too early, and it does not tick. The first tick after that must not close a window of an
 * active series before its values arrive.
 */
class BrokersBehindTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-10m, match: {measurement: cpu}, fields: [value], functions: [count], window: 10m, grace: 2s}
            """);

    private static final long BEGIN = 1_800_000_000;
    private static final long WINDOW = 600;
    private static final int WINDOWS = 4;

    @Test
    void windowsAreCompleteAfterSeconds() {
        assertThat(windows(Duration.ofSeconds(10), Duration.ofMinutes(59))).isEqualTo(whole());
    }

    @Test
    void windowsAreCompleteAfterMinutes() {
        assertThat(windows(Duration.ofSeconds(150), Duration.ofMinutes(59))).isEqualTo(whole());
    }

    @Test
    void windowsAreCompleteAfterAYear() {
        assertThat(windows(Duration.ofSeconds(10), Duration.ofDays(365))).isEqualTo(whole());
    }

    /** The stored windows of one value a second; the brokers are behind in the second window. */
    private static List<String> windows(Duration time, Duration behind) {
        long from = BEGIN + WINDOW + 100;
        long until = from + time.toSeconds();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (long second = BEGIN; second < BEGIN + WINDOWS * WINDOW + 10; second++) {
                boolean isBehind = second >= from && second < until;
                long millis = second * 1_000;
                if (!isBehind) {
                    rig.tick("g", millis);
                }
                long receivedMillis = millis - (isBehind ? behind.toMillis() : 0);
                rig.batch("g", 1, second, receivedMillis, "cpu value=1 " + millis + "000000\n");
            }
            assertThat(rig.count("weir.processing.late")).as("late").isZero();
            return rig.lines(rig.topics.storage()).stream()
                    .filter(line -> line.startsWith("cpu_10m"))
                    .toList();
        }
    }

    private static List<String> whole() {
        return IntStream.range(0, WINDOWS)
                .mapToObj(window -> "cpu_10m value_count=600i " + (BEGIN + window * WINDOW) + "000000000")
                .toList();
    }
}
