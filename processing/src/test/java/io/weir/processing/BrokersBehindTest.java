package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The clock of Kafka's brokers is behind for a while. The only gateway follows it: its receive times
 * are too early, and it does not tick. The first tick after that must not close a window of an
 * active series before its values arrive. As long as log time stands still, values of more than
 * {@code processing.ahead} are from the future.
 */
class BrokersBehindTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-10m, match: {measurement: cpu}, fields: [value], functions: [count], window: 10m, grace: 2s}
              - {name: rare-10m, match: {measurement: rare}, fields: [value], functions: [count], window: 10m, grace: 2s}
            """);

    private static final long BEGIN = 1_800_000_000;
    private static final long WINDOW = 600;
    private static final int WINDOWS = 4;
    private static final long OUTAGE = 300;
    /** Seconds of a window with a value of a rare series, one of them soon after brokers fall behind. */
    private static final Set<Long> RARE = Set.of(9L, OUTAGE + 9, 595L);

    /** The number of values that were stored raw. */
    private long raw;

    @Test
    void windowsAreCompleteAfterSeconds() {
        assertThat(windows(Duration.ofSeconds(10), Duration.ofMinutes(59))).isEqualTo(whole());
    }

    /** 140 of 150 values are more than ten seconds ahead of the time that processing knows. */
    @Test
    void valuesAreStoredRawAfterMinutes() {
        List<String> expected = new ArrayList<>(whole());
        expected.set(1, expected.get(1).replace("600i", "460i"));
        assertThat(windows(Duration.ofSeconds(150), Duration.ofMinutes(59))).isEqualTo(expected);
        assertThat(raw).isEqualTo(140);
    }

    @Test
    void windowsAreCompleteAfterAYear() {
        assertThat(windows(Duration.ofSeconds(10), Duration.ofDays(365))).isEqualTo(whole());
    }

    /**
     * Its value while the brokers are behind has no known time of receipt: it must not seem to lead,
     * or its window would be closed before the last value.
     */
    @Test
    void windowsOfARareSeriesAreComplete() {
        assertThat(windows("rare", OUTAGE, Duration.ofSeconds(150), Duration.ofMinutes(59)))
                .hasSize(WINDOWS)
                .allMatch(line -> line.contains(" value_count=3i "));
    }

    private List<String> windows(Duration time, Duration behind) {
        return windows("cpu", 100, time, behind);
    }

    /** The stored windows of one value a second; the brokers are behind in the second window. */
    private List<String> windows(String measurement, long second, Duration time, Duration behind) {
        long from = BEGIN + WINDOW + second;
        long until = from + time.toSeconds();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (long now = BEGIN; now < BEGIN + WINDOWS * WINDOW + 10; now++) {
                boolean isBehind = now >= from && now < until;
                long millis = now * 1_000;
                boolean isRare = RARE.contains(now % WINDOW) && now < BEGIN + WINDOWS * WINDOW;
                if (!isBehind) {
                    rig.tick("g", millis);
                }
                long receivedMillis = millis - (isBehind ? behind.toMillis() : 0);
                String value = " value=1 " + millis + "000000\n";
                rig.batch("g", 1, now, receivedMillis, "cpu" + value + (isRare ? "rare" + value : ""));
            }
            assertThat(rig.count("weir.processing.late")).as("late").isZero();
            List<String> stored = rig.lines(rig.topics.storage());
            raw = stored.stream().filter(line -> line.startsWith("cpu ")).count();
            return stored.stream()
                    .filter(line -> line.startsWith(measurement + "_10m"))
                    .toList();
        }
    }

    private static List<String> whole() {
        return IntStream.range(0, WINDOWS)
                .mapToObj(window -> "cpu_10m value_count=600i " + (BEGIN + window * WINDOW) + "000000000")
                .toList();
    }
}
