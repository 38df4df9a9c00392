package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The traffic of group aggregation: one of eight partitions with 75 000 lines a second of 12 500
 * series in 1000 groups, for ten seconds. It prints the share of partials in the bytes of the input.
 */
@Tag("long")
class PartialBytesTest {

    private static final int PARTITIONS = 8;
    private static final int LINES = 75_000;
    private static final int SERIES = 12_500;
    private static final int GROUPS = 1_000;
    private static final int BATCHES = 10;
    private static final long SECOND = 1_000;
    private static final long FIRST_SECOND = 100;
    private static final long LAST_SECOND = 110;

    @Test
    void partialsAreAboutAHundredthOfTheInput() {
        assertThat(percent("sum", "1s")).isLessThan(1);
        assertThat(percent("sum", "10s")).isLessThan(1);
        assertThat(percent("mean, max", "1s")).isLessThan(1);
        assertThat(percent("mean, max", "10s")).isLessThan(1);
    }

    private static double percent(String functions, String window) {
        Random random = new Random(1);
        try (TopologyRig rig = new TopologyRig(
                Rules.fixed(RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: groups, match: {measurement: cpu}, by: [group], fields: [value], functions: [%s], window: %s}
                """.formatted(functions, window))), PARTITIONS)) {
            long input = 0;
            for (long second = FIRST_SECOND; second < LAST_SECOND; second++) {
                for (int batch = 0; batch < BATCHES; batch++) {
                    long millis = second * SECOND + batch * SECOND / BATCHES;
                    String lines = lines(batch, millis, random);
                    input += lines.length();
                    rig.batch(millis, lines);
                }
                rig.tick("g", (second + 1) * SECOND);
            }
            for (long second = LAST_SECOND; second < 2 * LAST_SECOND - FIRST_SECOND; second++) {
                rig.tick("g", second * SECOND);
            }
            long partials = rig.output(rig.topics.partials()).stream()
                    .mapToLong(record -> record.value().length)
                    .sum();
            double percent = 100.0 * partials / input;
            System.out.println(
                    "PartialBytesTest functions=[%s] window=%s percent=%s".formatted(functions, window, percent));
            return percent;
        }
    }

    private static String lines(int batch, long millis, Random random) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES / BATCHES; i++) {
            int series = (batch * (LINES / BATCHES) + i) % SERIES;
            lines.append("cpu,group=g")
                    .append(series % GROUPS)
                    .append(",host=flp")
                    .append(series / 5)
                    .append(",role=readout,socket=")
                    .append(series % 5)
                    .append(" value=")
                    .append(random.nextInt(10_000) / 100.0)
                    .append(' ')
                    .append(millis)
                    .append("000000\n");
        }
        return lines.toString();
    }
}
