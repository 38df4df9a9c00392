package io.weir.contract.rule.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.match.TextPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DerivedNamesTest {
    private static final String[] MATCHES = {
        "{measurement: cpu}",
        "{measurement: mem}",
        "{measurement: [cpu, net]}",
        "{measurement: 'c*'}",
        "{measurement: cpu, tags: {host: a}}",
        "{measurement: cpu, tags: {host: b}}",
        "{tags: {host: 'a*'}}",
        "{measurement: '*', tags: {host: [a, c]}}",
        "{measurement: mem, without: [host]}",
    };
    private static final String[] WHATS = {
        "field: f, function: rate",
        "field: g, function: rate",
        "field: [f, g], function: difference",
        "field: '*', function: rate",
        "field: 'f*', function: rate",
        "field: '/[fg].*/', function: difference",
        "field: f, function: rate, as: g",
        "field: '?', function: rate, as: 'x_<field>'",
        "field: '*', function: rate, as: '<field>_<field>'",
        "field: [f, g], function: rate, as: '<field>_<field>'",
        "field: 'f*', function: rate, as: 'f_<field>'",
        "expression: f_rate + g, as: h",
        "expression: h * 2, as: f_rate",
        "expression: '`f*` + x_f', as: g_rate",
        "expression: g_difference / f_f, as: 'f*'",
    };

    @Test
    void refusesLikeThePairwiseComparison() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("DerivedNamesTest seed=" + seed);
        Random random = new Random(seed);
        int mistakes = 0;
        for (int round = 0; round < 300; round++) {
            List<String> lines = new ArrayList<>();
            List<DeriveRule> rules = new ArrayList<>();
            int most = 1 + random.nextInt(25);
            while (lines.size() < most) {
                String line = "  - {name: d" + lines.size() + ", match: " + MATCHES[random.nextInt(MATCHES.length)]
                        + ", " + WHATS[random.nextInt(WHATS.length)] + "}\n";
                rules.add(RuleLoader.parse("", "version: 1\nderive:\n" + line)
                        .derive()
                        .get(0));
                lines.add(line);
            }
            List<String> expected = refused(rules);

            assertThat(mistakes("version: 1\nderive:\n" + String.join("", lines)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
            mistakes += expected.size();
        }
        assertThat(mistakes).as("seed %d", seed).isGreaterThan(1_000);
    }

    private static List<String> mistakes(String text) {
        try {
            RuleLoader.parse("rules.yaml", text);
            return List.of();
        } catch (MistakesException e) {
            return e.mistakes().stream().map(Mistake::toString).toList();
        }
    }

    /**
     * The expected refusals: compares each rule with all rules before it. Rules of the measurement
     * that was named first come first.
     */
    private static List<String> refused(List<DeriveRule> rules) {
        List<String> refused = new ArrayList<>();
        Map<String, List<Integer>> before = new LinkedHashMap<>();
        for (int i = 0; i < rules.size(); i++) {
            DeriveRule rule = rules.get(i);
            for (List<Integer> group : before.values()) {
                for (int known : group) {
                    if (rules.get(known).match().mayShareSeries(rule.match())) {
                        String place = "rules.yaml:" + (i + 3) + ": derive[" + i + "].as: derives ";
                        String other = "the rule in line " + (known + 3);
                        mistakes(rules.get(known), rule, other).forEach(wrong -> refused.add(place + wrong));
                    }
                }
            }
            TextPattern measurement = rule.match().measurement();
            before.computeIfAbsent(measurement.isLiteral() ? measurement.toString() : "", unseen -> new ArrayList<>())
                    .add(i);
        }
        return refused;
    }

    private static List<String> mistakes(DeriveRule known, DeriveRule rule, String other) {
        List<String> knownResults = known.results().orElse(List.of());
        List<String> results = rule.results().orElse(List.of());
        return Stream.concat(
                        first(known.reads(), rule::derives).stream()
                                .map(name -> Refusal.quote(name) + ", but " + other
                                        + " reads it earlier; move this rule above that one"),
                        first(knownResults, rule::derives).or(() -> first(results, known::derives)).stream()
                                .map(name -> Refusal.quote(name) + ", as does " + other
                                        + "; choose another name: a line has one field of each name"))
                .toList();
    }

    private static Optional<String> first(List<String> names, Predicate<String> isMeant) {
        return names.stream().filter(isMeant).findFirst();
    }
}
