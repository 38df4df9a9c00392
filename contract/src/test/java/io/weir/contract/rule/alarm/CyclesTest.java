package io.weir.contract.rule.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclesTest {
    private static final int MANY = 20_000;

    @Test
    void findsWhatGoingAllWaysFinds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("CyclesTest seed=" + seed);
        Random random = new Random(seed);
        int found = 0;
        for (int round = 0; round < 3_000; round++) {
            Map<String, List<String>> next = random(random);
            Cycles cycles = new Cycles(next);
            Set<String> told = new HashSet<>();
            for (String name : next.keySet()) {
                Optional<List<String>> expected = way(name, name, next, new HashSet<>())
                        .filter(way -> way.stream().noneMatch(told::contains));
                expected.ifPresent(told::addAll);

                assertThat(cycles.through(name))
                        .as("seed %d, %s of %s", seed, name, next)
                        .isEqualTo(expected);
                found += expected.isPresent() ? 1 : 0;
            }
        }
        assertThat(found).as("seed %d", seed).isGreaterThan(1_000);
    }

    private static Map<String, List<String>> random(Random random) {
        int names = 1 + random.nextInt(12);
        double share = random.nextDouble() * 2 / names;
        Map<String, List<String>> next = new LinkedHashMap<>();
        for (int i = 0; i < names; i++) {
            List<String> to = IntStream.range(0, names + 1)
                    .filter(j -> random.nextDouble() < share)
                    .mapToObj(j -> "n" + j)
                    .collect(Collectors.toCollection(ArrayList::new));
            Collections.shuffle(to, random);
            next.put("n" + i, to);
        }
        return next;
    }

    private static Optional<List<String>> way(String from, String to, Map<String, List<String>> all, Set<String> seen) {
        if (!all.containsKey(from) || !seen.add(from)) {
            return Optional.empty();
        }
        for (String next : all.get(from)) {
            if (next.equals(to)) {
                return Optional.of(List.of(to));
            }
            Optional<List<String>> rest = way(next, to, all, seen);
            if (rest.isPresent()) {
                List<String> way = new ArrayList<>(List.of(next));
                way.addAll(rest.get());
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: a#, match: {measurement: m}, field: f, major: {above: 1}, masked-by: {rule: a%}}",
                "{name: a#, any: [a%]}",
            })
    @Timeout(60)
    void rulesMayFormALongChain(String rule) {
        assertThat(RuleLoader.parse("", chain(rule)).raising()).hasSize(MANY + 1);
    }

    @Test
    @Timeout(60)
    void refusesALongCycleInAShortMessage() {
        String cycle = chain("{name: a#, any: [a%]}").replace("[a" + MANY + "]", "[a0]");

        MistakesException refused =
                catchThrowableOfType(MistakesException.class, () -> RuleLoader.parse("rules.yaml", cycle));

        assertThat(refused)
                .hasMessageStartingWith("rules.yaml:3: alarms[0].any: is a member of itself: a0 → a1 → a2 → ")
                .hasMessageEndingWith(" → a19 → … → a0, 20000 rules; remove one of them");
    }

    @Test
    @Timeout(60)
    void connectedRulesAreNotFollowedForEver() {
        // Each rule is on a cycle with the first, and each successive path is longer.
        String hub = IntStream.range(1, MANY).mapToObj(i -> "a" + i).collect(Collectors.joining(", ", "[", "]"));
        String cycles = chain("{name: a#, any: [a0]}").replace("{name: a0, any: [a0]}", "{name: a0, any: " + hub + "}");

        assertThatThrownBy(() -> RuleLoader.parse("rules.yaml", cycles))
                .hasMessage("rules.yaml:3: alarms[0].any: is a member of itself: a0 → a1 → a0; remove one of them");
    }

    /**
     * A long chain of rules: replaces {@code #} by the rule's number and {@code %} by the next
     * rule's; returns it with the last rule.
     */
    private static String chain(String rule) {
        return IntStream.range(0, MANY)
                .mapToObj(i -> "  - " + rule.replace("#", "" + i).replace("%", "" + (i + 1)) + "\n")
                .collect(Collectors.joining(
                        "",
                        "version: 1\nalarms:\n",
                        "  - {name: a" + MANY + ", match: {measurement: m}, field: f, major: {above: 1}}\n"));
    }
}
