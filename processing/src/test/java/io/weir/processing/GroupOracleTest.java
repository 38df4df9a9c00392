package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.processing.GroupOracle.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The output of group aggregation, from several partitions in any interleaving, equals that of
 * {@link GroupOracle}. Under every third rule, windows overlap.
 */
class GroupOracleTest {

    private static final int PARTITIONS = 3;
    private static final int ROUNDS = 30;
    private static final long WINDOW_MILLIS = 1_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void mergedPartialsEqualTheOracle() {
        for (int round = 0; round < ROUNDS; round++) {
            // Half of the rules are about numbers; so are some of the others.
            List<GroupRule.Over> kinds = List.of(GroupRule.Over.values());
            GroupRule.Over over =
                    random.nextBoolean() ? GroupRule.Over.NUMBERS : kinds.get(random.nextInt(kinds.size()));
            GroupRule rule = GroupRule.any(random, over, "value", WINDOW_MILLIS);
            check(rule, "seed " + seed + " round " + round + " " + rule);
        }
    }

    private void check(GroupRule rule, String where) {
        RuleFile file = RuleLoader.parse(
                "rules.yaml", """
                version: 1
                aggregate:
                  - {name: all, match: {measurement: %s}, by: [detector, hall], grace: %dms, as: all, %s}
                """.formatted(GroupSender.MEASUREMENT, GroupSender.GRACE_MILLIS, rule.keys()));
        List<Sample> sent = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        double metered = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            GroupSender sender = new GroupSender(random, rule, partition, PARTITIONS, 60);
            try (TopologyRig rig = new TopologyRig(Rules.fixed(file), PARTITIONS)) {
                sender.send(rig);
                sent.addAll(sender.accepted());
                missed.addAll(sender.missed());
                partials.add(rig.output(rig.topics.partials()));
                metered += rig.count("weir.processing.late") + rig.count("weir.processing.ahead");
                stored.addAll(rig.lines(rig.topics.storage()));
            }
        }

        GroupOracle.assertEqual(rule, merged(file, partials, where), GroupOracle.expected(rule, "all", sent), where);
        assertThat(metered).as(where).isEqualTo(missed.size());
        assertThat(stored).as(where).isEqualTo(missed);
    }

    /** The output of merge. Its log keeps the order of each partition's records. */
    private SortedMap<String, Map<String, Double>> merged(
            RuleFile file, List<List<TestRecord<byte[], byte[]>>> partials, String where) {
        try (TopologyRig rig = new TopologyRig(Rules.fixed(file), PARTITIONS)) {
            rig.partials(partials, random);
            return StoredFields.of(rig.lines(rig.topics.storage()), where);
        }
    }
}
