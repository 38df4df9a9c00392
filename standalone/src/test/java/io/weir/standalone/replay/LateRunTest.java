package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.service.StartException;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code weir rules run} with late rules. */
class LateRunTest {
    private static final long START = 1_790_000_000_000L;
    private static final long EVERY = 30_000;
    private static final long DELAY = 10_000;
    private static final long RANGE = 60_000;
    private static final double LIMIT = 5;
    private static final Pattern ROUND = Pattern.compile(
            "^weir_late_hot,host=(\\w) held=(-?\\d+)(?:,value=([0-9.eE-]+))? (\\d+)000000$", Pattern.MULTILINE);

    private static final String RULES = """
            version: 1
            late:
              - name: hot
                query: 'avg_over_time(load[1m]) > 5'
                every: 30s
                path: [host]
            """;

    /** Compares the rounds over random lines with a plain walk. */
    @Test
    void roundsAreThoseOfAPlainWalk() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LateRunTest seed=" + seed);
        Random random = new Random(seed);
        Map<String, NavigableMap<Long, Double>> samples =
                new TreeMap<>(Map.of("a", new TreeMap<>(), "b", new TreeMap<>()));
        StringBuilder input = new StringBuilder();
        long first = START + random.nextInt(60_000);
        long last = first;
        double load = LIMIT;
        for (long time = first; time < START + Duration.ofHours(3).toMillis(); ) {
            String host = random.nextBoolean() ? "a" : "b";
            load = Math.min(8, Math.max(2, load + random.nextGaussian() / 4));
            samples.computeIfAbsent(host, none -> new TreeMap<>()).put(time, load);
            input.append("load,host=").append(host).append(" value=").append(load);
            input.append(' ').append(time).append("000000\n");
            last = time;
            time += random.nextInt(100) == 0 ? random.nextInt(600_000) : 1 + random.nextInt(20_000);
        }

        String output = Played.of(Output.STORAGE, RULES, input.toString()).out();

        List<String> expected = walk(samples, first, last);
        assertThat(ROUND.matcher(output).results().map(LateRunTest::shown).toList())
                .isEqualTo(expected);
        assertThat(expected).hasSizeGreaterThan(10);
    }

    private static String shown(MatchResult round) {
        String value = round.group(3) == null ? "" : rounded(Double.parseDouble(round.group(3)));
        return round.group(4) + " " + round.group(1) + " " + round.group(2) + " " + value;
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.9f", value);
    }

    /** Time, host, held and value of each line; first those with a value. */
    private static List<String> walk(Map<String, NavigableMap<Long, Double>> samples, long first, long last) {
        List<String> lines = new ArrayList<>();
        Map<String, Long> since = new TreeMap<>();
        long begin = first - first % 1_000 + 1_000;
        // Each line is read by a round.
        for (long at = -Math.floorDiv(-begin, EVERY) * EVERY; at <= last + DELAY + EVERY; at += EVERY) {
            List<String> ended = new ArrayList<>();
            long time = at;
            for (Map.Entry<String, NavigableMap<Long, Double>> each : samples.entrySet()) {
                String host = each.getKey();
                double mean = each.getValue().subMap(at - DELAY - RANGE, true, at - DELAY, true).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
                if (mean > LIMIT) {
                    long active = at - since.computeIfAbsent(host, none -> time);
                    lines.add(at + " " + host + " " + active / 1_000 + " " + rounded(mean));
                } else if (since.remove(host) != null) {
                    ended.add(at + " " + host + " -1 ");
                }
            }
            lines.addAll(ended);
        }
        return lines;
    }

    @Test
    void alarmsAreRaisedAndReturnToNormal() throws IOException {
        String input = IntStream.range(0, 60)
                .mapToObj(i -> "load,host=a value=" + (i < 30 ? 9 : 1) + " " + (START + i * 10_000L) + "000000")
                .collect(Collectors.joining("\n"));
        String events = Played.of(Output.ALARMS, RULES, input).out();
        assertThat(events.lines()).hasSize(2);
        assertThat(events.lines().findFirst()).hasValueSatisfying(event -> assertThat(event)
                .contains("\"id\":\"hot/a\"", "\"to\":\"UNACKNOWLEDGED\""));
        assertThat(Played.of(Output.ALARMS, RULES, input).out()).isEqualTo(events);
    }

    @Test
    void wrongQueryMakesItsAlarmsUnknown() throws IOException {
        String rules = RULES.replace("avg_over_time", "avg_over_tim");
        String input = "load,host=a value=9 " + START + "000000\nload,host=a value=9 " + (START + 60_000) + "000000\n";
        assertThat(Played.of(Output.STORAGE, rules, input).out())
                .contains("weir_late,late=hot unevaluated=", "avg_over_tim");
    }

    @Test
    void historyKeepsWhatRulesRead() {
        LateHistory history = history("avg_over_time(load[1m]) > 5");
        for (int hour = 0; hour < 100; hour++) {
            String lines = "load,host=a value=1,other=2 %1$d\nload,host=a text=\"x\" %1$d\nnone value=1 %1$d\n"
                    .formatted((START + Duration.ofHours(hour).toMillis()) * 1_000_000);
            history.add(lines.getBytes(UTF_8));
            history.forget(START + Duration.ofHours(hour).toMillis());
        }
        assertThat(history.samples()).isEqualTo(2 + Allowance.SAMPLES_OF_SERIES);
        long last = START + Duration.ofHours(99).toMillis();
        assertThat(history.select(load(), last, last, all())).singleElement().satisfies(found -> {
            assertThat(found.stamps()).containsExactly(last);
            assertThat(found.values()).containsExactly(1);
        });
    }

    /** Another rule of the file must not change what late rules find. */
    @Test
    void silenceAfterTheLastLineIsNoPartOfTheRecording() throws IOException {
        String rules = RULES + """
                aggregate:
                  - {name: hour, match: {measurement: other}, fields: [value], functions: [mean], window: 1h}
                """;
        String input = "load,host=a value=9 " + START + "000000\nload,host=a value=9 " + (START + 5_000) + "000000\n";
        String output = Played.of(Output.STORAGE, rules, input).out();
        assertThat(ROUND.matcher(output).results()).hasSize(2);
        assertThat(output).contains(" held=0,value=9 ", " held=30,value=9 ").doesNotContain("held=-1");
    }

    @Test
    void seriesThatEndedAreForgotten() {
        LateHistory history = history("a_b_c > 5");
        history.add(("a b_c=1 " + START + "000000\n").getBytes(UTF_8));
        long later = START + Duration.ofHours(9).toMillis();
        history.forget(later);
        assertThat(history.samples()).isZero();
        history.add(("a_b c=1 " + later + "000000\n").getBytes(UTF_8));
        assertThat(history.select(
                        List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "a_b_c")), START, later, all()))
                .hasSize(1);
    }

    @Test
    void memoryIsLimited() {
        LateHistory history = new LateHistory(RuleLoader.parse("r", RULES).late(), 40);
        String lines = IntStream.range(0, 9)
                .mapToObj(i -> "load value=1 " + i + "000000\n")
                .collect(Collectors.joining());
        assertThatThrownBy(() -> history.add(lines.getBytes(UTF_8)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("need more than 40 samples");
    }

    /** A query may depend on the order, as stores answer sorted. */
    @Test
    void seriesAreSorted() {
        LateHistory history = history("load > 5");
        history.add("load,host=b value=1 1000000\nload,host=a value=1 1000000\n".getBytes(UTF_8));
        assertThat(history.select(load(), 0, 2, all()))
                .extracting(found -> found.labels().get("host"))
                .containsExactly("a", "b");
    }

    /** The times of a subquery are multiples of its step. */
    @Test
    void historyOfASubqueryIsForgotten() {
        LateHistory history = history("max_over_time(load[3h:1h]) > 5");
        for (int hour = 0; hour < 100; hour++) {
            long time = START + Duration.ofHours(hour).toMillis();
            history.add(("load value=" + hour + " " + time * 1_000_000 + "\n").getBytes(UTF_8));
            history.forget(time);
        }
        assertThat(history.samples() - Allowance.SAMPLES_OF_SERIES).isBetween(5L, 12L);
    }

    /** The service gives up an evaluation that fails for longer than catch-up, and so does the run. */
    @Test
    void evaluationsContinueAfterOneThatFails() throws IOException {
        String rules = RULES.replace("avg_over_time(load[1m]) > 5", "{__name__=~\"load|other\"} > 5");
        String input = IntStream.range(0, 360)
                .mapToObj(i -> {
                    String name = i >= 60 && i < 66 ? "other" : "load";
                    return name + ",host=a value=9 " + (START + i * 10_000L) + "000000";
                })
                .collect(Collectors.joining("\n"));
        String output = Played.of(Output.STORAGE, rules, input).out();
        assertThat(output).contains("two results with the labels");
        List<Long> times = ROUND.matcher(output)
                .results()
                .map(round -> Long.parseLong(round.group(4)))
                .toList();
        assertThat(times.get(times.size() - 1)).isGreaterThan(START + 3_570_000);
        assertThat(output).doesNotContain("held=-1");
    }

    @Test
    void historyOfANamedTimeIsKept() {
        LateHistory history = history("load - load @ " + START / 1_000 + " > 5");
        for (int hour = 0; hour < 100; hour++) {
            long time = START + Duration.ofHours(hour).toMillis();
            history.add(("load value=" + hour + " " + time * 1_000_000 + "\n").getBytes(UTF_8));
            history.forget(time);
        }
        assertThat(history.samples()).isEqualTo(100 + Allowance.SAMPLES_OF_SERIES);
    }

    @Test
    void lateLinesAndRepeatsAreInOrder() {
        LateHistory history = history("load > 5");
        history.add("load value=1 1000000\nload value=3 3000000\nload value=2 2000000\nload value=4i 3000000\n"
                .getBytes(UTF_8));
        history.add("load value=t 4000000\n".getBytes(UTF_8));
        assertThat(history.select(load(), 2, 4, all())).singleElement().satisfies(found -> assertThat(found.values())
                .containsExactly(2, 4, 1));
    }

    @Test
    void fieldsOfOneNameAreRefused() {
        LateHistory history = history("a_b_c > 5");
        history.add("a b_c=1 1\na_b c=1 1\n".getBytes(UTF_8));
        assertThatThrownBy(() -> history.select(
                        List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "a_b_c")), 0, 1, all()))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("is both field");
    }

    private static LateHistory history(String query) {
        return new LateHistory(RuleLoader.parse("r", RULES.replace("avg_over_time(load[1m]) > 5", query))
                .late());
    }

    private static List<Matcher> load() {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "load"));
    }

    private static Allowance all() {
        return new Allowance(1_000, 1_000, Duration.ofSeconds(1));
    }
}
