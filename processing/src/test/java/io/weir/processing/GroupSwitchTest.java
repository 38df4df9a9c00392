package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Partitions read the marker of a new rule at different times. No result lacks the part of one of them, but the window
 * that is open at the last switch has the values since then only.
 */
class GroupSwitchTest {

    private static final int ROUNDS = 50;
    private static final int PARTITIONS = 2;
    private static final int SECONDS = 40;

    private static final RuleFile BEFORE = rules("");
    private static final RuleFile AFTER = rules("""
            aggregate:
              - {name: all, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: sum, window: 1s, grace: 0s, as: all}
            """);
    private static final Rules KNOWN = new KnownRules(BEFORE, List.of(AFTER));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void noResultLacksAPartition() {
        int results = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String where = "seed " + seed + " round " + round;
            List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
            int last = 0;
            for (int partition = 0; partition < PARTITIONS; partition++) {
                int switched = 2 + random.nextInt(SECONDS / 2);
                last = Math.max(last, switched);
                partials.add(partials(partition, switched));
            }
            try (TopologyRig rig = new TopologyRig(KNOWN, PARTITIONS)) {
                send(partials, rig);
                for (String line : rig.lines(rig.topics.storage())) {
                    long second = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) / 1_000_000_000;
                    // The window that is open at a switch has the values since then.
                    assertThat(second).as(where).isGreaterThanOrEqualTo(last - 1);
                    if (second >= last) {
                        assertThat(line).as(where).contains("v_sum=2i,sources=2i");
                    }
                    results++;
                }
            }
        }
        assertThat(results).as("seed %d", seed).isGreaterThan(ROUNDS);
    }

    /** Each partition has a value in each second, and the rule from one of them on. */
    private static List<TestRecord<byte[], byte[]>> partials(int partition, int switched) {
        try (TopologyRig rig = new TopologyRig(KNOWN, PARTITIONS)) {
            for (int second = 1; second <= SECONDS; second++) {
                if (second == switched) {
                    rig.marker(second * 1_000L, AFTER);
                }
                rig.batch(second * 1_000L, "m,host=h%d v=1i %d000000000\n".formatted(partition, second));
                rig.tick("g", second * 1_000L + 999);
            }
            return rig.output(rig.topics.partials());
        }
    }

    /** Sends the first record of each partition, then runs of records of one of them. */
    private void send(List<List<TestRecord<byte[], byte[]>>> partials, TopologyRig rig) {
        int[] read = new int[PARTITIONS];
        for (int partition = 0; partition < PARTITIONS; partition++) {
            rig.partial(partition, partials.get(partition).get(read[partition]++));
        }
        while (read[0] < partials.get(0).size() || read[1] < partials.get(1).size()) {
            int partition = random.nextInt(PARTITIONS);
            for (int run = random.nextInt(40);
                    run > 0 && read[partition] < partials.get(partition).size();
                    run--) {
                rig.partial(partition, partials.get(partition).get(read[partition]++));
            }
        }
    }

    private static RuleFile rules(String text) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + text);
    }
}
