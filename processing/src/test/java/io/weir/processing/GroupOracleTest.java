package io.weir.processing;

import static java.util.stream.Collectors.averagingDouble;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The output of group aggregation, from several partitions in any interleaving, equals that of a
 * single map.
 */
class GroupOracleTest {

    private static final int PARTITIONS = 3;
    private static final int SERIES = 40;
    private static final int DETECTORS = 5;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: all, match: {measurement: cpu}, by: [detector], fields: [value], functions: [sum, count, mean, max], window: 1s, grace: 500ms}
            """);

    private final Random random;
    private final long seed = System.nanoTime();
    private final Map<String, List<Double>> values = new TreeMap<>();
    private final Map<String, Set<Integer>> sources = new TreeMap<>();
    private int late;

    GroupOracleTest() {
        random = new Random(seed);
    }

    @Test
    void mergedPartialsEqualASingleMap() {
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        double lateMetered = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            try (TopologyRig rig = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
                feed(rig, partition);
                partials.add(rig.output(rig.topics.partials()));
                lateMetered += rig.meters.find("weir.processing.late").counters().stream()
                        .mapToDouble(Counter::count)
                        .sum();
            }
        }

        assertThat(new TreeSet<>(merged(partials))).as("seed %d", seed).isEqualTo(expected());
        assertThat(merged(partials)).as("seed %d", seed).doesNotHaveDuplicates();
        assertThat(lateMetered).as("seed %d", seed).isEqualTo(late);
    }

    /** Sends lines and ticks of one partition to the topology and to the map. */
    private void feed(TopologyRig rig, int partition) {
        long millis = 1_000_000;
        long ticked = Long.MIN_VALUE;
        for (int record = 0; record < 200; record++) {
            millis += random.nextInt(60);
            if (random.nextInt(5) == 0) {
                rig.tick("g", millis);
                ticked = millis;
                continue;
            }
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(20); line >= 0; line--) {
                int series = random.nextInt(SERIES) * PARTITIONS + partition;
                long stamp = millis - random.nextInt(2_500);
                int value = random.nextInt(1000);
                lines.append("cpu,detector=d%d,host=h%d value=%d %d\n"
                        .formatted(series % DETECTORS, series, value, stamp * NANOS_PER_MILLI));
                note(series, stamp, value, ticked);
            }
            rig.batch(millis, lines.toString());
        }
        rig.tick("g", millis + 50_000);
    }

    private void note(int series, long stamp, int value, long ticked) {
        long start = Math.floorDiv(stamp, 1000L) * 1000;
        if (start + 1_500 <= ticked) {
            late++;
            return;
        }
        String window = "cpu_1s,detector=d%d %d".formatted(series % DETECTORS, start * NANOS_PER_MILLI);
        values.computeIfAbsent(window, unseen -> new ArrayList<>()).add((double) value);
        sources.computeIfAbsent(window, unseen -> new HashSet<>()).add(series);
    }

    private Set<String> expected() {
        Set<String> lines = new TreeSet<>();
        values.forEach((window, in) -> {
            String[] seriesAndStamp = window.split(" ");
            lines.add("%s value_sum=%s,value_count=%di,value_mean=%s,value_max=%s,sources=%di %s"
                    .formatted(
                            seriesAndStamp[0],
                            in.stream().mapToDouble(each -> each).sum(),
                            in.size(),
                            in.stream().collect(averagingDouble(each -> each)),
                            in.stream().mapToDouble(each -> each).max().orElseThrow(),
                            sources.getOrDefault(window, Set.of()).size(),
                            seriesAndStamp[1]));
        });
        return lines;
    }

    /** The output of merge. Its log keeps the order of each partition's records. */
    private List<String> merged(List<List<TestRecord<byte[], byte[]>>> partials) {
        int[] read = new int[PARTITIONS];
        try (TopologyRig rig = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
            for (int left = partials.stream().mapToInt(List::size).sum(); left > 0; left--) {
                int source = random.nextInt(PARTITIONS);
                while (read[source] == partials.get(source).size()) {
                    source = (source + 1) % PARTITIONS;
                }
                rig.partial(source, partials.get(source).get(read[source]++));
            }
            return rig.lines(rig.topics.storage());
        }
    }
}
