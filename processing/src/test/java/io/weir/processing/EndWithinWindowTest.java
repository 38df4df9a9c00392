package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of a counter or state over time, whose series ends and begins again, against a simple oracle. */
class EndWithinWindowTest {

    private static final int WINDOW = 10;
    private static final int LAST = 200;
    private static final List<String> FUNCTIONS = List.of("increase", "rate", "integral", "time-average");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @ValueSource(ints = {10, 5, 2})
    void nothingContinuesAcrossAnEnd(int every) {
        StringBuilder rules = new StringBuilder("version: 1\naggregate:\n");
        for (String of : FUNCTIONS) {
            rules.append(
                    "  - {name: %s, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: %s, hold: 0s,"
                            .formatted(of, of)
                            .replace(of.equals("time-average") ? "none" : " hold: 0s,", ""));
            rules.append(" window: %ds, every: %ds, grace: 0s, as: %s}\n".formatted(WINDOW, every, of));
        }
        for (int round = 0; round < 10; round++) {
            SortedMap<Integer, Double> values = new TreeMap<>();
            SortedSet<Integer> ends = new TreeSet<>();
            // The first values are integers.
            boolean areIntegers = random.nextBoolean();
            try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", rules.toString()))) {
                for (int second = 0; second < LAST; second++) {
                    int kind = random.nextInt(6);
                    if (kind < 2) {
                        areIntegers &= random.nextInt(20) > 0;
                        double value = random.nextInt(50) + (areIntegers ? 0 : 0.5);
                        values.put(second, value);
                        String text = areIntegers ? (int) value + "i" : value + "";
                        rig.batch(second * 1_000L, "m v=" + text + " " + second + "000000000");
                    } else if (kind == 2) {
                        ends.add(second);
                        rig.batch(second * 1_000L, "m weir:end=true " + second + "000000000");
                    }
                    rig.tick("g", second * 1_000L);
                }
                for (int second = LAST; second < LAST + 3 * WINDOW; second++) {
                    rig.tick("g", second * 1_000L);
                }
                String where = "seed " + seed + " round " + round;
                SortedMap<String, Map<String, Double>> found = StoredFields.of(rig.lines(rig.topics.storage()), where);
                found.values().forEach(fields -> fields.keySet().retainAll(List.of("v_sum")));
                found.values().removeIf(Map::isEmpty);
                SortedMap<String, Map<String, Double>> expected = new TreeMap<>();
                for (int start = every - WINDOW; start < LAST; start += every) {
                    expected(values, ends, start, expected);
                }
                assertThat(expected).hasSizeGreaterThan(20);
                StoredFields.assertEqual(found, expected, where);
            }
        }
    }

    private static void expected(
            SortedMap<Integer, Double> values,
            SortedSet<Integer> ends,
            int start,
            Map<String, Map<String, Double>> to) {
        double increase = 0;
        double integral = 0;
        int seconds = 0;
        for (Map.Entry<Integer, Double> value :
                values.subMap(start, start + WINDOW).entrySet()) {
            int later = value.getKey();
            SortedMap<Integer, Double> before = values.headMap(later);
            if (!before.isEmpty() && ends.subSet(before.lastKey(), later).isEmpty()) {
                double earlier = before.getOrDefault(before.lastKey(), 0.0);
                double step = value.getValue() - earlier;
                increase += step < 0 ? value.getValue() : step;
                integral += earlier * (later - before.lastKey());
                seconds += later - before.lastKey();
            }
        }
        if (seconds > 0) {
            List<Double> all = List.of(increase, increase / seconds, integral, integral / seconds);
            for (int i = 0; i < all.size(); i++) {
                to.put(FUNCTIONS.get(i) + " " + start * 1_000_000_000L, new HashMap<>(Map.of("v_sum", all.get(i))));
            }
        }
    }
}
