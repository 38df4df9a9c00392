package io.weir.contract.rule.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareIndexTest {
    private static final int MANY = 10_000;

    private record Rule(int number, Match match) {}

    @Test
    void findsWhatAskingEveryRuleFinds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ShareIndexTest seed=" + seed);
        Random random = new Random(seed);
        int found = 0;
        int left = 0;
        for (int round = 0; round < 100; round++) {
            List<Rule> rules = IntStream.range(0, random.nextInt(200))
                    .mapToObj(number -> new Rule(number, RandomMatches.next(random)))
                    .toList();
            ShareIndex<Rule> index = new ShareIndex<>(rules, Rule::match);
            for (int i = 0; i < 20; i++) {
                Match match = RandomMatches.next(random);
                List<Rule> expected = rules.stream()
                        .filter(rule -> rule.match().mayShareSeries(match))
                        .toList();
                List<Rule> asked = new ArrayList<>();

                List<Rule> all =
                        index.all(match, rule -> asked.add(rule) && rule.match().mayShareSeries(match));

                assertThat(all).as("seed %d, %s", seed, match).isEqualTo(expected);
                assertThat(asked).as("each once").doesNotHaveDuplicates();
                assertThat(index.first(match, rule -> rule.match().mayShareSeries(match)))
                        .isEqualTo(expected.stream().findFirst());
                found += expected.size();
                left += rules.size() - asked.size();
            }
        }
        assertThat(found).as("seed %d", seed).isGreaterThan(200);
        assertThat(left).as("not asked, seed %d", seed).isGreaterThan(200);
    }

    @Test
    void asksFewOfManyRules() {
        assertThat(asked(i -> match("m" + i), match("m17"))).isEqualTo(1);
        assertThat(asked(i -> match("m" + i), match("m17*"))).isEqualTo(111);
        assertThat(asked(i -> match("m" + i), match("*_m17"))).isZero();
        assertThat(asked(i -> match("m" + i + "_*"), match("m17_x"))).isEqualTo(1);
        assertThat(asked(i -> match("*_m" + i), match("x_m17"))).isEqualTo(1);
        assertThat(asked(i -> match("*_" + i + "_*"), match("x_17_y"))).isEqualTo(1);
        assertThat(asked(i -> match("/m" + i + "_.*/"), match("m17_x"))).isEqualTo(1);
        assertThat(asked(i -> tagged("h" + i), tagged("h17"))).isEqualTo(1);
        assertThat(asked(i -> tagged("h" + i), tagged("h17*"))).isEqualTo(111);
        assertThat(asked(i -> tagged("h" + i + "*"), tagged("h17")))
                .as("h1* is for it")
                .isEqualTo(1);
        assertThat(asked(i -> tagged("h" + i), match("cpu")))
                .as("any is for it")
                .isEqualTo(1);
    }

    /** How many of many rules are tested to find the first that shares series with a match. */
    private static int asked(IntFunction<Match> rules, Match match) {
        ShareIndex<Match> index =
                new ShareIndex<>(IntStream.range(0, MANY).mapToObj(rules).toList(), each -> each);
        AtomicInteger asked = new AtomicInteger();
        boolean isOpen = match.measurement().texts().isEmpty()
                || match.tags().values().stream()
                        .anyMatch(value -> value.texts().isEmpty());
        index.first(match, each -> {
            asked.incrementAndGet();
            // Does not stop early, to count all tested rules.
            return !isOpen && each.mayShareSeries(match);
        });
        return asked.get();
    }

    private static Match match(String measurement) {
        return new Match(TextPattern.of(measurement), new TreeMap<>());
    }

    private static Match tagged(String host) {
        TreeMap<String, TextPattern> tags = new TreeMap<>();
        tags.put("host", TextPattern.of(host));
        return new Match(new Glob("cpu"), tags);
    }
}
