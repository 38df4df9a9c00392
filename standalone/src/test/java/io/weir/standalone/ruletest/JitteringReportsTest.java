package io.weir.standalone.ruletest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three groups of 100 running jobs report every 5 minutes, up to 20 s early or late. */
class JitteringReportsTest {

    /** Three hours; in the profile "long" a day. */
    private static final int WINDOWS = Boolean.getBoolean("weir.test.long") ? 288 : 36;

    private static final int SECONDS = 300;
    private static final int GRACE = 2;
    private static final int JITTER = 20;

    private static final String RULES = """
            version: 1
            aggregate:
              - {name: running, match: {measurement: jobs}, by: [], fields: [running], functions: [sum], of: %s, window: 5m}
            alarms:
              - {name: few, match: {measurement: jobs_5m}, field: running_sum, major: {below: 250}}
            """;

    private final RuleTestRun rules;

    JitteringReportsTest(@TempDir Path directory) throws IOException {
        rules = new RuleTestRun(directory);
    }

    @Test
    void theirTotalRaisesNoFalseAlarm() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("JitteringReportsTest seed=" + seed);
        rules.replace(RULES.formatted("mean"));

        String totals = IntStream.range(0, WINDOWS)
                .mapToObj(window ->
                        "    - {series: jobs_5m, time: %ds, fields: {running_sum: 300}}\n".formatted(window * SECONDS))
                .collect(Collectors.joining());
        assertThat(rules.run(noAlarm(new Random(seed), WINDOWS) + totals))
                .as("seed %d", seed)
                .isEqualTo("1 test passed\n");
    }

    /** So the reports jitter enough. */
    @Test
    void theirSumRaisesFalseAlarms() throws IOException {
        rules.replace(RULES.formatted("samples"));

        assertThat(rules.run(noAlarm(new Random(1), 12))).contains("few: normal > unacknowledged major");
    }

    /** A test whose windows raise none. The reports after them would be in the next one. */
    private static String noAlarm(Random random, int windows) {
        String reports = IntStream.rangeClosed(0, windows)
                .boxed()
                .flatMap(report -> IntStream.range(0, 3)
                        .map(job -> Math.max(0, report * SECONDS + random.nextInt(-JITTER, JITTER + 1)) * 3 + job)
                        .boxed())
                .sorted()
                .map(each -> "    %d jobs,group=%d running=100\n".formatted(each / 3, each % 3))
                .collect(Collectors.joining());
        int closed = windows * SECONDS + GRACE;
        return "- name: jitter\n  lines: |\n" + reports + "  expect:\n    - {at: %ds, alarms: []}\n".formatted(closed);
    }
}
