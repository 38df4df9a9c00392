package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.processing.oracle.Farm;
import io.weir.processing.oracle.FarmOracle;
import io.weir.processing.oracle.Sent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Metrics out of order, duplicated, late and stamped by wrong clocks pass through the production
 * topology under every kind of rule. The points of every feed must be exactly those of
 * {@link FarmOracle}.
 */
class TopologyOracleTest {

    private static final Pattern FLOAT = Pattern.compile("=(-?[0-9.]+(?:E-?[0-9]+)?) (?=-?[0-9]+$)");
    private static final MathContext SIX_DIGITS = new MathContext(6);

    private static final int METRICS = Integer.getInteger("weir.test.oracle.metrics", 40_000);

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", FarmOracle.RULES, table -> FarmOracle.table());

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Farm farm = new Farm(random);
    private final FarmOracle oracle = new FarmOracle();

    /** The names of the fields in the output, to detect rules without any effect. */
    private final Set<String> seen = new TreeSet<>();

    @Test
    void everyFeedEqualsTheOracle() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
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
                    // The driver keeps unread output, of which a long run has much.
                    rig.output(TopologyRig.CHANGELOG);
                }
            }
            // By then all windows are closed, and no series is forgotten.
            for (long later = 50_000; later <= 3_300_000; later += 50_000) {
                tick(rig, "g0", farm.millis() + later);
                tick(rig, "g1", farm.millis() + later);
            }
            feeds.forEach((feed, topic) -> compare(feed, rig.lines(topic)));
        }
        assertThat(seen)
                .as("-Dweir.test.seed=%d", seed)
                .contains("kb", "mode", "state", "bytes_rate", "bytes_increment", "status_since_change")
                .contains(
                        "volts_trend",
                        "volts_time_until",
                        "meter_scaled",
                        "value_score",
                        "part",
                        "weight",
                        "value_mean",
                        "load_1_sum");
    }

    private void tick(TopologyRig rig, String gateway, long millis) {
        rig.tick(gateway, millis);
        oracle.tick(gateway, millis);
    }

    private void compare(String feed, List<String> lines) {
        lines.stream()
                .flatMap(TopologyOracleTest::points)
                .map(TopologyOracleTest::field)
                .forEach(seen::add);
        assertThat(lines.stream()
                        .flatMap(TopologyOracleTest::points)
                        .map(TopologyOracleTest::rounded)
                        .sorted()
                        .toList())
                .as("%s with -Dweir.test.seed=%d", feed, seed)
                .isEqualTo(oracle.points(feed).stream()
                        .map(TopologyOracleTest::rounded)
                        .sorted()
                        .toList());
    }

    private static String field(String point) {
        return point.substring(point.lastIndexOf(' ', point.lastIndexOf('=')) + 1, point.lastIndexOf('='));
    }

    /**
     * Rounds floats to six digits: the oracle computes in the most readable way, so the last bits
     * may differ.
     */
    private static String rounded(String point) {
        Matcher value = FLOAT.matcher(point);
        return value.find()
                ? value.replaceFirst("="
                        + new BigDecimal(value.group(1)).round(SIX_DIGITS).setScale(9, RoundingMode.HALF_EVEN) + " ")
                : point;
    }

    /** No value here contains a comma, and only the series contains spaces. */
    private static Stream<String> points(String line) {
        int stampAt = line.lastIndexOf(' ');
        int fieldsAt = line.lastIndexOf(' ', stampAt - 1);
        return Stream.of(line.substring(fieldsAt + 1, stampAt).split(","))
                .map(field -> line.substring(0, fieldsAt + 1) + field + line.substring(stampAt));
    }
}
