package io.weir.contract.rulecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.CoverIndex;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RandomMatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoverIndexTest {

    private record Rule(int number, Match match) {}

    @Test
    void findsWhatAskingEveryRuleFinds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("CoverIndexTest seed=" + seed);
        Random random = new Random(seed);
        int found = 0;
        int left = 0;
        for (int round = 0; round < 100; round++) {
            List<Rule> rules = IntStream.range(0, random.nextInt(200))
                    .mapToObj(number -> new Rule(number, RandomMatches.next(random)))
                    .toList();
            CoverIndex<Rule> index = new CoverIndex<>(rules, Rule::match);
            for (int i = 0; i < 20; i++) {
                Match match = RandomMatches.next(random);
                List<Rule> expected = covering(rules, match);
                List<Rule> asked = new ArrayList<>();

                assertThat(index.first(match, rule -> Covering.covers(rule.match(), match)))
                        .as("seed %d, %s", seed, match)
                        .isEqualTo(expected.stream().findFirst());
                var unused = index.first(match, rule -> {
                    asked.add(rule);
                    return false;
                });
                assertThat(asked).as("each once").doesNotHaveDuplicates();
                found += expected.size();
                left += rules.size() - asked.size();
            }
        }
        assertThat(found).as("seed %d", seed).isGreaterThan(200);
        assertThat(left).as("not asked, seed %d", seed).isGreaterThan(200);
    }

    @Test
    void returnsEachRuleOnce() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("CoverIndexTest seed=" + seed);
        Random random = new Random(seed);
        int taken = 0;
        for (int round = 0; round < 100; round++) {
            List<Rule> left = new ArrayList<>(IntStream.range(0, random.nextInt(100))
                    .mapToObj(number -> new Rule(number, RandomMatches.next(random)))
                    .toList());
            CoverIndex<Rule> index = new CoverIndex<>(left, Rule::match);
            for (int i = 0; i < 20; i++) {
                Match match = RandomMatches.next(random);
                List<Rule> expected = covering(left, match);

                assertThat(index.take(match, rule -> Covering.covers(rule.match(), match)))
                        .as("seed %d, %s", seed, match)
                        .containsExactlyInAnyOrderElementsOf(expected);
                left.removeAll(expected);
                taken += expected.size();
            }
        }
        assertThat(taken).as("seed %d", seed).isGreaterThan(200);
    }

    private static List<Rule> covering(List<Rule> rules, Match match) {
        return rules.stream()
                .filter(rule -> Covering.covers(rule.match(), match))
                .toList();
    }
}
