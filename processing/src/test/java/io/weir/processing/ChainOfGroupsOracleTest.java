package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.processing.GroupOracle.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Rules over groups of the results of rules over groups, three deep, give the lines of a model that
 * knows only what was sent: the lines that it expects of one level are its values of the next one.
 * Hosts in three partitions send them. The groups are in three partitions, too.
 */
class ChainOfGroupsOracleTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 60 : 10;
    private static final int PARTITIONS = 3;

    /** Of the levels. */
    private static final List<String> MEASUREMENTS = List.of("first", "second", "third");

    private static final List<Integer> WINDOW_MILLIS = List.of(1_000, 3_000, 6_000);
    private static final List<String> BY = List.of("detector, hall", "hall", "");

    private static final String[] EXACT_FUNCTIONS = {"sum", "count", "mean", "min", "max", "spread"};

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void linesEqualTheModel() {
        double held = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<GroupRule> levels = levels();
            RuleFile file = file(levels);
            String where = "seed " + seed + " round " + round + " " + levels;
            List<Sample> values = new ArrayList<>();

            SortedMap<String, Map<String, Double>> actual = StoredFields.of(run(file, levels.get(0), values), where);

            Map<String, Map<String, Double>> expected = Map.of();
            for (int level = 0; level < levels.size(); level++) {
                GroupRule rule = levels.get(level);
                values = level == 0 ? values : values(expected, rule.field());
                expected = GroupOracle.expected(rule, MEASUREMENTS.get(level), values);
                GroupOracle.assertEqual(rule, of(MEASUREMENTS.get(level), actual), expected, where);
            }
            held += sum(expected, "held");
        }
        assertThat(held).as("seed %d, held at the highest level", seed).isPositive();
    }

    private List<GroupRule> levels() {
        List<GroupRule> levels = new ArrayList<>();
        String field = "value";
        for (int windowMillis : WINDOW_MILLIS) {
            GroupRule.Over over = levels.isEmpty() ? GroupRule.Over.NUMBERS : GroupRule.Over.RESULTS;
            levels.add(GroupRule.any(random, over, field, windowMillis));
            field = random.nextInt(5) == 0 ? pick("sources", "held", "samples") : field + "_" + pick(EXACT_FUNCTIONS);
        }
        return levels;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private RuleFile file(List<GroupRule> levels) {
        StringBuilder text = new StringBuilder("version: 1\naggregate:\n");
        for (int level = 0; level < levels.size(); level++) {
            text.append("  - {name: %s, match: {measurement: %s}, by: [%s], grace: %dms, as: %s, %s}\n"
                    .formatted(
                            MEASUREMENTS.get(level),
                            level == 0 ? GroupSender.MEASUREMENT : MEASUREMENTS.get(level - 1),
                            BY.get(level),
                            level == 0 ? GroupSender.GRACE_MILLIS : random.nextInt(2) * 1_500,
                            MEASUREMENTS.get(level),
                            levels.get(level).keys()));
        }
        return RuleLoader.parse("rules.yaml", text.toString());
    }

    /** Returns the results, and notes the values that were sent. */
    private List<String> run(RuleFile file, GroupRule first, List<Sample> sent) {
        try (MergePartitions merge = new MergePartitions(file, PARTITIONS)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                GroupSender sender = new GroupSender(random, first, partition, PARTITIONS, 200);
                try (TopologyRig rig = TopologyRig.ofSeparateGraphs(file, PARTITIONS)) {
                    sender.send(rig);
                    merge.add(partition, rig.output(rig.topics.partials()));
                }
                sent.addAll(sender.accepted());
            }
            return merge.run(random);
        }
    }

    /** The lines of a measurement. */
    private static Map<String, Map<String, Double>> of(String measurement, Map<String, Map<String, Double>> lines) {
        Map<String, Map<String, Double>> of = new TreeMap<>(lines);
        of.keySet().removeIf(line -> !line.matches(measurement + "[, ].*"));
        return of;
    }

    private static double sum(Map<String, Map<String, Double>> lines, String field) {
        return lines.values().stream()
                .mapToDouble(fields -> fields.getOrDefault(field, 0.0))
                .sum();
    }

    /** A field of lines as values of the next level. No result is late there. */
    private static List<Sample> values(Map<String, Map<String, Double>> lines, String field) {
        List<Sample> values = new ArrayList<>();
        lines.forEach((line, fields) -> {
            String[] seriesAndTime = line.split(" ");
            String tags = seriesAndTime[0].replaceFirst("^[^,]*", "");
            if (fields.containsKey(field)) {
                values.add(new Sample(
                        tags,
                        tags.replaceFirst("^,[^,]*", ""),
                        "",
                        Long.parseLong(seriesAndTime[1]),
                        fields.get(field),
                        Long.MIN_VALUE));
            }
        });
        return values;
    }
}
