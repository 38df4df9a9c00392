package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Two gateways that receive the same lines with timestamps, for high availability, give the windows of
 * one: whatever the order in which their lines arrive, and if either loses some.
 */
class PairOfGatewaysTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 40 : 12;
    private static final long START_MILLIS = 1_000_000;
    private static final int GRACE_MILLIS = 2_000;
    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: one, match: {measurement: m}, fields: [value], functions: [sum, count, rate, stddev], window: 1s, as: one}
              - {name: group, match: {measurement: m}, by: [detector], fields: [value], functions: [sum, count], window: 2s, as: group}
              - {name: samples, match: {measurement: m}, by: [], fields: [value], functions: [sum, p90], of: samples, window: 1s, as: samples}
            top:
              - {name: best, match: {measurement: m}, by: [], field: value, count: 2, of: max, window: 2s, as: best}
            """);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A record of a gateway; a tick without lines. */
    private record Sent(String gateway, long millis, String lines) {}

    @Test
    void windowsAreThoseOfOne() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Sent> one = lines();
            List<Sent> pair = new ArrayList<>();
            for (Sent each : one) {
                boolean isLost = random.nextInt(5) == 0;
                boolean isFirst = random.nextBoolean();
                if (!isLost || isFirst) {
                    pair.add(delayed(each, "g1"));
                }
                if (!isLost || !isFirst) {
                    pair.add(delayed(each, "g2"));
                }
            }

            assertThat(windows(withTicks(pair, "g1", "g2")))
                    .as("seed %d round %d", seed, round)
                    .isNotEmpty()
                    .isEqualTo(windows(withTicks(one, "g1")));
        }
    }

    private List<Sent> lines() {
        List<Sent> sent = new ArrayList<>();
        long millis = START_MILLIS;
        for (int record = 0; record < 60; record++) {
            millis += 1 + random.nextInt(400);
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(4); line >= 0; line--) {
                int host = random.nextInt(6);
                lines.append("m,detector=d%d,host=h%d value=%di %d\n"
                        .formatted(host % 2, host, random.nextInt(100), millis * 1_000_000 + host));
            }
            sent.add(new Sent("g1", millis, lines.toString()));
        }
        return sent;
    }

    private Sent delayed(Sent sent, String gateway) {
        return new Sent(gateway, sent.millis + random.nextInt(GRACE_MILLIS / 2), sent.lines);
    }

    /** The records in the order of their arrival, with the ticks of the gateways. */
    private static List<Sent> withTicks(List<Sent> lines, String... gateways) {
        List<Sent> all = new ArrayList<>(lines);
        for (long millis = START_MILLIS; millis < START_MILLIS + 60_000; millis += 500) {
            for (String gateway : gateways) {
                all.add(new Sent(gateway, millis, ""));
            }
        }
        all.sort(Comparator.comparingLong(Sent::millis));
        return all;
    }

    private static List<String> windows(List<Sent> all) {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (Sent each : all) {
                if (each.lines.isEmpty()) {
                    rig.tick(each.gateway, each.millis);
                } else {
                    rig.batch(each.millis, each.lines);
                }
            }
            return rig.lines(rig.topics.storage()).stream()
                    .filter(line -> !line.startsWith("m,"))
                    .sorted()
                    .toList();
        }
    }
}
