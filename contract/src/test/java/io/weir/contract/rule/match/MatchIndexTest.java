package io.weir.contract.rule.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MatchIndexTest {
    /** A rule under test. */
    private record Rule(int number, Match match, Map<String, String> sets) {}

    @Test
    void findsWhatAskingEveryRuleFinds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("MatchIndexTest seed=" + seed);
        Random random = new Random(seed);
        int found = 0;
        for (int round = 0; round < 200; round++) {
            List<Rule> rules = IntStream.range(0, random.nextInt(60))
                    .mapToObj(number ->
                            new Rule(number, RandomMatches.next(random), Map.copyOf(RandomMatches.tags(random))))
                    .toList();
            MatchIndex<Rule> index = new MatchIndex<>(rules, Rule::match);
            for (int i = 0; i < 50; i++) {
                Series series =
                        new Series(RandomMatches.measurement(random), new TreeMap<>(RandomMatches.tags(random)));
                List<Rule> expected =
                        rules.stream().filter(rule -> rule.match().test(series)).toList();

                assertThat(index.matching(series))
                        .as("seed %d, %s", seed, series)
                        .isEqualTo(expected);
                assertThat(index.first(series)).isEqualTo(expected.stream().findFirst());
                assertThat(index.changed(series, MatchIndexTest::change))
                        .as("seed %d, %s", seed, series)
                        .isEqualTo(changedByEach(rules, series));
                found += expected.size();
            }
        }
        assertThat(found).as("seed %d", seed).isGreaterThan(1_000);
    }

    @Test
    void laterRulesAreFoundByWhatEarlierOnesChanged() {
        List<String> applied = new ArrayList<>();
        List<Match> matches = Stream.concat(
                        IntStream.range(0, 1_000).mapToObj(i -> parsed("{measurement: m" + i + "}")),
                        IntStream.range(0, 1_000)
                                .mapToObj(i -> parsed("{measurement: cpu, tags: {detector: TPC, host: h" + i + "}}")))
                .toList();
        MatchIndex<Match> index = new MatchIndex<>(matches, match -> match);
        Series series = new Series("cpu", new TreeMap<>(Map.of("host", "h7", "detector", "TPC")));

        Series after = index.changed(series, (match, now) -> {
            applied.add(match.toString());
            return now.withTag("host", "h9");
        });

        assertThat(applied)
                .containsExactly(
                        matches.get(1_007).toString(), matches.get(1_009).toString());
        assertThat(after.tags()).containsEntry("host", "h9");
    }

    private static Series changedByEach(List<Rule> rules, Series series) {
        Series now = series;
        for (Rule rule : rules) {
            now = rule.match().test(now) ? change(rule, now) : now;
        }
        return now;
    }

    private static Series change(Rule rule, Series series) {
        TreeMap<String, String> tags = new TreeMap<>(series.tags());
        tags.keySet().removeIf(key -> rule.number() % 5 == 0 && key.equals("rack"));
        tags.putAll(rule.sets());
        return new Series(series.measurement(), tags);
    }

    private static Match parsed(String match) {
        return RuleLoader.parse("", "{version: 1, route: [{match: " + match + ", to: []}]}")
                .route()
                .get(0)
                .match();
    }
}
