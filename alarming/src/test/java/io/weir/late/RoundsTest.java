package io.weir.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.SeriesSource;
import io.weir.query.series.TierQuery;
import io.weir.query.tier.RuleTiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rounds of late rules in virtual time. */
class RoundsTest {
    private static final long DAY = 86_400_000;
    private static final String TIERS = """
            version: 1
            storage:
              tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]
            """;

    private static final long LOOKBACK = Limits.DEFAULT.lookback();

    /** Hosts with names that need escapes. */
    private static final List<String> HOSTS = List.of("flp1", "epn 2", "a=b,c", "held=7,value=8 9");

    /**
     * Random history, away store, kills and pauses longer than the catch-up bound. The oracle knows no query language
     * and no rounds: it walks over the times that the store answered.
     */
    @Test
    void roundsEqualAPlainWalk() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            String where = "seed %d run %d".formatted(seed, run);
            long every = 1_000L * (1 + random.nextInt(120));
            long catchUp = every * random.nextInt(5);
            long delay = 1_000L * random.nextInt(3) * random.nextInt(30);
            Map<String, NavigableMap<Long, Double>> history = history(random, every);
            LateRule rule = LateRule.of("busy", "load > 50", every, delay);
            boolean[] isAway = {false};
            Rounds rounds = new Rounds(
                    (matchers, from, to, allowance) -> {
                        if (isAway[0]) {
                            throw new EvaluationException(EvaluationException.Reason.UNAVAILABLE, "away");
                        }
                        return series(history, from, to);
                    },
                    unused -> Resolution.RAW,
                    Limits.DEFAULT);
            Schedule schedule = new Schedule(every, catchUp);
            long now = DAY + random.nextInt(1_000_000);
            long due = schedule.first(now);
            Round last = Round.NONE;
            List<Long> answered = new ArrayList<>();
            Map<Long, Long> evaluatedAt = new HashMap<>();
            List<String> lines = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                isAway[0] = random.nextInt(4) == 0;
                while (due <= now) {
                    try {
                        last = rounds.evaluate(rule, last, due);
                    } catch (EvaluationException e) {
                        assertThat(isAway[0]).as(where + ": " + e).isTrue();
                        break;
                    }
                    answered.add(due);
                    evaluatedAt.put(due, now);
                    List<String> written = RoundLines.write("busy", last);
                    lines.addAll(written);
                    if (random.nextInt(3) == 0) {
                        last = RoundLines.read(due, written);
                    }
                    long next = schedule.after(due, now).time();
                    assertThat(next).as(where).isGreaterThan(due);
                    due = next;
                }
                now += random.nextInt(10) == 0 ? every * 7 : random.nextLong(every * 2);
                if (!answered.isEmpty()) {
                    due = schedule.after(last.time(), now).time();
                }
            }
            requireNoneMissing(answered, evaluatedAt, every, catchUp, where);
            assertThat(lines).as(where).isEqualTo(walk(history, answered, delay));
        }
    }

    /** Times are aligned and increase. A skipped one was too old, and not the newest, when the next one was evaluated. */
    private static void requireNoneMissing(
            List<Long> times, Map<Long, Long> evaluatedAt, long every, long catchUp, String where) {
        assertThat(times).as(where).isNotEmpty().doesNotHaveDuplicates().isSorted();
        for (int i = 0; i < times.size(); i++) {
            long time = times.get(i);
            assertThat(time % every).as(where).isZero();
            if (i > 0) {
                long now = Objects.requireNonNull(evaluatedAt.get(time), where);
                assertThat(time).as(where).isGreaterThanOrEqualTo(Math.min(now - catchUp, now - now % every));
                for (long skipped = times.get(i - 1) + every; skipped < time; skipped += every) {
                    assertThat(skipped).as(where).isLessThan(now - catchUp);
                }
            }
        }
    }

    private static Map<String, NavigableMap<Long, Double>> history(Random random, long every) {
        Map<String, NavigableMap<Long, Double>> history = new HashMap<>();
        for (String host : HOSTS) {
            NavigableMap<Long, Double> samples = new TreeMap<>();
            long stamp = DAY - 600_000;
            for (int i = 0; i < 150; i++) {
                stamp += 1 + random.nextLong(random.nextInt(20) == 0 ? LOOKBACK * 2 : every);
                samples.put(stamp, random.nextInt(200) / 2.0);
            }
            history.put(host, samples);
        }
        return history;
    }

    private static List<Series> series(Map<String, NavigableMap<Long, Double>> history, long from, long to) {
        List<Series> found = new ArrayList<>();
        history.forEach((host, samples) -> {
            SeriesBuilder builder = new SeriesBuilder(Labels.of(Map.of(Matcher.METRIC_NAME, "load", "host", host)));
            samples.subMap(from, true, to, true).forEach(builder::add);
            found.add(builder.build());
        });
        return found;
    }

    private static List<String> walk(Map<String, NavigableMap<Long, Double>> history, List<Long> times, long delay) {
        List<String> lines = new ArrayList<>();
        Map<String, Long> since = new HashMap<>();
        for (long time : times) {
            List<String> raised = new ArrayList<>();
            List<String> ended = new ArrayList<>();
            for (String host : HOSTS.stream().sorted().toList()) {
                String series = "weir_late_busy,host="
                        + host.replace(",", "\\,").replace("=", "\\=").replace(" ", "\\ ");
                Map.Entry<Long, Double> current =
                        Objects.requireNonNull(history.get(host), host).floorEntry(time - delay);
                boolean isActive =
                        current != null && current.getKey() >= time - delay - LOOKBACK && current.getValue() > 50;
                if (isActive) {
                    since.putIfAbsent(host, time);
                    String value = current.getValue().toString().replaceAll("\\.0$", "");
                    raised.add(series + " held=" + (time - since.get(host)) / 1_000 + ",value=" + value + " " + time
                            + "000000");
                } else if (since.remove(host) != null) {
                    ended.add(series + " held=-1 " + time + "000000");
                }
            }
            lines.addAll(raised);
            lines.addAll(ended);
        }
        return lines;
    }

    @Test
    void scheduleCatchesUpWithinTheBound() {
        Schedule schedule = new Schedule(10_000, 30_000);
        assertThat(schedule.first(12_345)).isEqualTo(20_000);
        assertThat(schedule.first(20_000)).isEqualTo(20_000);
        assertThat(schedule.after(20_000, 21_000)).isEqualTo(new Schedule.Due(30_000, 0));
        assertThat(schedule.after(20_000, 60_000)).isEqualTo(new Schedule.Due(30_000, 0));
        assertThat(schedule.after(20_000, 60_001)).isEqualTo(new Schedule.Due(40_000, 1));
        assertThat(schedule.after(20_000, 100_000)).isEqualTo(new Schedule.Due(70_000, 4));
        assertThat(schedule.after(25_000, 26_000)).isEqualTo(new Schedule.Due(30_000, 0));
    }

    @Test
    void infinityIsActiveWithoutValue() {
        Rounds rounds = new Rounds(constant(Map.of("host", "flp1")), unused -> Resolution.RAW, Limits.DEFAULT);
        Round round = rounds.evaluate(LateRule.of("r", "load / 0 > 1", 1_000, 0), Round.NONE, DAY);
        assertThat(RoundLines.write("r", round)).containsExactly("weir_late_r,host=flp1 held=0 86400000000000");
        assertThat(RoundLines.read(DAY, RoundLines.write("r", round)).active())
                .isEqualTo(Map.of(Labels.of(Map.of("host", "flp1")), DAY));
    }

    @Test
    void historyBeforeRawComesFromATier() {
        List<StorageTier> tiers =
                RuleLoader.parse("rules.yaml", TIERS).storage().tiers();
        Rounds rounds = new Rounds(new WindowsOfTwo(true), time -> new RuleTiers(tiers, time, 0), Limits.DEFAULT);
        LateRule rule = LateRule.of("r", "avg_over_time(load[10m]) < avg_over_time(load[10m] offset 1w)", 1_000, 0);
        Round round = rounds.evaluate(rule, Round.NONE, 30 * DAY);
        assertThat(round.values().values()).containsExactly(1.0);
    }

    /** Without the tier, a series without a result would return to normal. */
    @Test
    void aTierThatTheStoreLacksLeavesTheRuleUnknown() {
        List<StorageTier> tiers =
                RuleLoader.parse("rules.yaml", TIERS).storage().tiers();
        Rounds rounds = new Rounds(new WindowsOfTwo(false), time -> new RuleTiers(tiers, time, 0), Limits.DEFAULT);
        assertThatThrownBy(() ->
                        rounds.evaluate(LateRule.of("slow", "load offset 1w > 1", 1_000, 0), Round.NONE, 30 * DAY))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining(
                        "the late rule slow has no answer: the store has no tier m5, which the rules have: run weir"
                                + " storage apply");
        Round recent = rounds.evaluate(LateRule.of("slow", "load > 0", 1_000, 0), Round.NONE, 30 * DAY);
        assertThat(recent.values().values()).containsExactly(1.0);
    }

    /** Each sample is 1, and each result of a window 2. */
    private static final class WindowsOfTwo implements RangeSource {
        private final boolean hasTier;

        WindowsOfTwo(boolean hasTier) {
            this.hasTier = hasTier;
        }

        private static final Map<String, String> LABELS = Map.of(Matcher.METRIC_NAME, "load", "host", "a");

        @Override
        public boolean hasTiers() {
            return true;
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of(new Series(Labels.of(LABELS), new long[] {to}, new double[] {1}));
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
            if (!hasTier) {
                throw new EvaluationException(EvaluationException.Reason.NO_TIER, "no such tier");
            }
            return Optional.of(List.of(new Series(Labels.of(LABELS), new long[] {query.to()}, new double[] {2})));
        }
    }

    @Test
    void ambiguousResultsAreRefused() {
        SeriesSource two = (matchers, from, to, allowance) -> List.of(
                sample(Map.of(Matcher.METRIC_NAME, "load1", "host", "a"), to),
                sample(Map.of(Matcher.METRIC_NAME, "load2", "host", "a"), to));
        LateRule rule = LateRule.of("r", "{__name__=~'load.'} > 1", 1_000, 0);
        assertThatThrownBy(
                        () -> new Rounds(two, unused -> Resolution.RAW, Limits.DEFAULT).evaluate(rule, Round.NONE, DAY))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("late rule r has two results with the labels {host=\"a\"}");
    }

    @Test
    void labelsThatAreNoTagsAreRefused() {
        Rounds rounds = new Rounds(constant(Map.of("host", "a\\")), unused -> Resolution.RAW, Limits.DEFAULT);
        assertThatThrownBy(() -> rounds.evaluate(LateRule.of("r", "load > 1", 1_000, 0), Round.NONE, DAY))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("cannot be tags: value of tag host must not");
    }

    @Test
    void badRulesAreRefused() {
        assertThatThrownBy(() -> LateRule.of("r", "raet(load[5m]) > 1", 1_000, 0))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("query: ")
                .hasMessageContaining("raet");
        assertThatThrownBy(() -> LateRule.of("r", "load[5m]", 1_000, 0))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("query: must be an instant vector");
        assertThatThrownBy(() -> LateRule.of("r", "load > 1", 1_500, 0))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("every: must be whole seconds");
        assertThatThrownBy(() -> LateRule.of("r", "load > 1", 1_000, -1))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("delay: must not be negative");
    }

    private static SeriesSource constant(Map<String, String> labels) {
        Map<String, String> all = new HashMap<>(labels);
        all.put(Matcher.METRIC_NAME, "load");
        return (matchers, from, to, allowance) -> List.of(sample(all, to));
    }

    private static Series sample(Map<String, String> labels, long time) {
        return new Series(Labels.of(labels), new long[] {time}, new double[] {7});
    }
}
