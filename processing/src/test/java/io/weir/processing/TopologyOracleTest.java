package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.processing.oracle.Farm;
import io.weir.processing.oracle.FarmOracle;
import io.weir.processing.oracle.Sent;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Metrics out of order, doubled, late and stamped by wrong clocks go through the production topology, under every kind of rule;
 * every point of every feed must be what {@link FarmOracle} says, no more and no less.
 */
class TopologyOracleTest {

    private static final int METRICS = Integer.getInteger("weir.test.oracle.metrics", 100_000);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Farm farm = new Farm(random);
    private final FarmOracle oracle = new FarmOracle();

    @Test
    void everyFeedGetsWhatTheOracleSays() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", FarmOracle.RULES))) {
            Map<String, String> feeds = Map.of(
                    "storage", rig.topics.storage(), "live", rig.topics.live(), "alarming", rig.topics.alarming());
            for (int sent = 0; sent < METRICS; ) {
                farm.pass(500);
                if (random.nextInt(3) == 0) {
                    tick(rig, "g0", farm.millis());
                    tick(rig, "g1", farm.millis() - random.nextInt(2_000));
                    continue;
                }
                List<Sent> batch = farm.batch(1 + random.nextInt(200));
                sent += batch.size();
                rig.batch(farm.millis(), batch.stream().map(Sent::line).collect(Collectors.joining()));
                oracle.batch(farm.millis(), batch);
                if (random.nextInt(50) == 0) {
                    feeds.forEach((feed, topic) -> compare(feed, rig.lines(topic)));
                    // The driver keeps what nobody reads, and a long run has much of it.
                    rig.output(TopologyRig.CHANGELOG);
                }
            }
            long end = farm.millis() + 3_600_000;
            tick(rig, "g0", end);
            tick(rig, "g1", end);
            feeds.forEach((feed, topic) -> compare(feed, rig.lines(topic)));
        }
    }

    private void tick(TopologyRig rig, String gateway, long millis) {
        rig.tick(gateway, millis);
        oracle.tick(gateway, millis);
    }

    private void compare(String feed, List<String> lines) {
        assertThat(lines.stream().flatMap(TopologyOracleTest::points).sorted().toList())
                .as("%s with -Dweir.test.seed=%d", feed, seed)
                .isEqualTo(oracle.points(feed).stream().sorted().toList());
    }

    /** No value here has a comma, and only the series has spaces. */
    private static Stream<String> points(String line) {
        int stampAt = line.lastIndexOf(' ');
        int fieldsAt = line.lastIndexOf(' ', stampAt - 1);
        return Stream.of(line.substring(fieldsAt + 1, stampAt).split(","))
                .map(field -> line.substring(0, fieldsAt + 1) + field + line.substring(stampAt));
    }
}
