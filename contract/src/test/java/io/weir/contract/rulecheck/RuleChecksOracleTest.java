package io.weir.contract.rulecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.LocatedRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RuleChecksOracleTest {
    private static final int ROUNDS = 150;

    private static final List<String> KINDS = List.of(
            "become one",
            "no series matches",
            "names the tag",
            "is in a group",
            "never decides",
            "suppresses unchanged values",
            "have no tag",
            "matches no result",
            "have no field",
            "does not apply to",
            "no route, no alarm");

    @Test
    void matchesThePairwiseComparison() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("RuleChecksOracleTest seed=" + seed);
        RandomRules random = new RandomRules(new Random(seed));
        Map<String, Integer> found = new HashMap<>();
        // A kind may be rare with one seed.
        for (int round = 0; round < ROUNDS || (round < 10 * ROUNDS && !hasEnoughOfAll(found)); round++) {
            LocatedRules rules = random.next(10 + round % ROUNDS);

            List<Finding> expected = quadratic(rules);

            assertThat(RuleChecks.findings("rules.yaml", rules))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
            KINDS.forEach(kind -> found.merge(
                    kind,
                    (int) expected.stream()
                            .filter(warning -> warning.what().contains(kind))
                            .count(),
                    Integer::sum));
        }
        assertThat(hasEnoughOfAll(found)).as("seed %d, %s", seed, found).isTrue();
    }

    private static boolean hasEnoughOfAll(Map<String, Integer> found) {
        return found.values().stream().allMatch(count -> count > 3);
    }

    private static List<Finding> quadratic(LocatedRules rules) {
        Findings findings = new Findings("rules.yaml", rules.lines());
        QuadraticTagChecks tags = new QuadraticTagChecks(rules.rules(), findings);
        QuadraticSeriesChecks series = new QuadraticSeriesChecks(rules.rules(), findings);
        tags.dropped();
        tags.lost();
        tags.groups();
        series.shadowed();
        series.silenced();
        series.seriesOfResults();
        series.mixedLists();
        series.unused();
        return findings.inOrder();
    }
}
