package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MatchIndexTest {
    private static final List<String> MEASUREMENTS = List.of("cpu", "mem", "net", "disk");
    private static final List<String> KEYS = List.of("host", "detector", "rack");
    private static final List<String> VALUES = List.of("a1", "a2", "b1", "b2");
    private static final List<String> PATTERNS = List.of("*", "a*", "?1", "/[ab]2/", "/.*/", "c*");

    /** What a match is tried on. */
    private record Rule(int number, Match match, Map<String, String> sets) {}

    @Test
    void findsWhatAskingEveryRuleFinds() {
        long seed = System.nanoTime();
        System.out.println("MatchIndexTest seed=" + seed);
        Random random = new Random(seed);
        int found = 0;
        for (int round = 0; round < 200; round++) {
            List<Rule> rules = IntStream.range(0, random.nextInt(60))
                    .mapToObj(number -> new Rule(number, match(random), Map.copyOf(tags(random))))
                    .toList();
            MatchIndex<Rule> index = new MatchIndex<>(rules, Rule::match);
            for (int i = 0; i < 50; i++) {
                Series series = new Series(pick(MEASUREMENTS, random), new TreeMap<>(tags(random)));
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

    private static Match match(Random random) {
        TreeMap<String, TextPattern> tags = new TreeMap<>();
        TreeMap<String, TextPattern> not = new TreeMap<>();
        List<String> without = new ArrayList<>();
        for (String key : KEYS) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> tags.put(key, pattern(VALUES, random));
                case 3 -> not.put(key, pattern(VALUES, random));
                case 4 -> without.add(key);
                default -> {
                    // Not spoken of.
                }
            }
        }
        TextPattern measurement = random.nextInt(3) == 0 ? Glob.ANY : pattern(MEASUREMENTS, random);
        return new Match(measurement, tags, without, not);
    }

    private static TextPattern pattern(List<String> texts, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> TextPattern.of(pick(PATTERNS, random));
            case 1 ->
                OneOf.of(Stream.of(
                                pick(texts, random),
                                pick(texts, random),
                                pick(random.nextBoolean() ? texts : PATTERNS, random))
                        .distinct()
                        .map(TextPattern::of)
                        .toList());
            default -> new Glob(pick(texts, random));
        };
    }

    private static Map<String, String> tags(Random random) {
        Map<String, String> tags = new TreeMap<>();
        KEYS.stream().filter(key -> random.nextInt(3) > 0).forEach(key -> tags.put(key, pick(VALUES, random)));
        return tags;
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Match parsed(String match) {
        return RuleLoader.parse("", "{version: 1, route: [{match: " + match + ", to: []}]}")
                .route()
                .get(0)
                .match();
    }
}
