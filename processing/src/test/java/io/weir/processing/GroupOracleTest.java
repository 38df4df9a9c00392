package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.aggregate.Repeats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The output of group aggregation, from several partitions in any interleaving, equals that of a
 * simple oracle, which keeps all values and computes each window by itself. Series report at
 * different intervals, fall silent, and come back. Some lines are sent again, with another value.
 * Under every third rule, windows overlap.
 */
class GroupOracleTest {

    private static final int PARTITIONS = 3;
    private static final int SERIES = 30;
    private static final int DETECTORS = 4;
    private static final int ROUNDS = 30;
    private static final long AHEAD_MILLIS = 10_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WINDOW = GroupRule.WINDOW_MILLIS * NANOS_PER_MILLI;
    private static final int[] OVERLAPPING = {100, 125, 200, 250, 500};
    private static final int MOST_EXACT = 64;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /**
     * A value as it was sent.
     *
     * @param firstOpen windows that start before this time had closed
     */
    private record Sample(int series, long nanos, double value, long firstOpen) {
        /** Whether a value replaces another one of its series. */
        boolean repeats(Sample other) {
            return nanos == other.nanos;
        }

        String line() {
            String user = user(series) == 0 ? "" : ",user=u" + user(series);
            return "cpu,detector=d%d,host=h%d%s value=%s %d".formatted(series % DETECTORS, series, user, value, nanos);
        }

        /** The sample as a rule aggregates it. */
        Sample under(GroupRule rule) {
            return rule.over() == GroupRule.Over.CONDITION
                    ? new Sample(series, nanos, value > GroupRule.THRESHOLD ? 1 : 0, firstOpen)
                    : this;
        }

        /** The start of its last window. */
        long start(GroupRule rule) {
            return Math.floorDiv(nanos, rule.every()) * rule.every();
        }

        /** Whether a window that starts at {@code start} or a later one may have the value, or begin at it. */
        boolean isBefore(long start, GroupRule rule) {
            return nanos < start + WINDOW && firstOpen <= Math.min(start, start(rule));
        }
    }

    @Test
    void mergedPartialsEqualTheOracle() {
        for (int round = 0; round < ROUNDS; round++) {
            // Half of the rules are about numbers; so are a third of the others.
            List<GroupRule.Over> kinds = List.of(GroupRule.Over.values());
            GroupRule.Over over =
                    random.nextBoolean() ? GroupRule.Over.NUMBERS : kinds.get(random.nextInt(kinds.size()));
            String of = random.nextInt(3) == 0
                    ? ""
                    : over.of().get(random.nextInt(over.of().size()));
            // Without any held value, hold is refused.
            boolean mayHold = of.isEmpty() ? over != GroupRule.Over.DIFFERENT_VALUES : GroupRule.isHeld(of);
            long hold = mayHold && random.nextBoolean() ? random.nextInt(4_000) : -1;
            long every =
                    random.nextInt(3) == 0 ? OVERLAPPING[random.nextInt(OVERLAPPING.length)] : GroupRule.WINDOW_MILLIS;
            // Without points, steps and the order of equal stamps are not exact.
            boolean mayCount =
                    List.of("mean", "min", "max", "sum", "count", "samples").contains(of);
            Repeats repeats = mayCount && random.nextBoolean() ? Repeats.COUNT : Repeats.REPLACE;
            GroupRule rule = new GroupRule(over, of, hold, every, repeats);
            check(rule, "seed " + seed + " round " + round + " " + rule);
        }
    }

    private void check(GroupRule rule, String where) {
        RuleFile file = rule.file();
        List<Sample> sent = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        double metered = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            try (TopologyRig rig = new TopologyRig(Rules.fixed(file), PARTITIONS)) {
                sent.addAll(feed(rig, partition, rule, missed));
                partials.add(rig.output(rig.topics.partials()));
                metered += rig.count("weir.processing.late") + rig.count("weir.processing.ahead");
                stored.addAll(rig.lines(rig.topics.storage()));
            }
        }

        SortedMap<String, Map<String, Double>> actual = merged(file, partials, where);
        SortedMap<String, Map<String, Double>> expected =
                expected(rule, sent.stream().map(sample -> sample.under(rule)).toList());
        leaveOutEstimates(actual, expected);
        StoredFields.assertEqual(actual, expected, where);
        assertThat(metered).as(where).isEqualTo(missed.size());
        assertThat(stored).as(where).isEqualTo(missed);
    }

    /** The median distance of more values is an estimate, whose error other tests check. */
    private static void leaveOutEstimates(
            Map<String, Map<String, Double>> actual, Map<String, Map<String, Double>> expected) {
        expected.forEach((line, fields) -> {
            if (fields.getOrDefault("samples", 0.0) > MOST_EXACT) {
                fields.remove("value_mad");
                actual.getOrDefault(line, Map.of()).remove("value_mad");
            }
        });
    }

    /** Sends lines and ticks of one partition. Returns the values that are not too far ahead. */
    private List<Sample> feed(TopologyRig rig, int partition, GroupRule rule, List<String> missed) {
        long millis = 1_000_000;
        long ticked = 0;
        List<Sample> sent = new ArrayList<>();
        List<Sample> accepted = new ArrayList<>();
        for (int record = 0; record < 150; record++) {
            millis += random.nextInt(60);
            if (random.nextInt(5) == 0) {
                rig.tick("g", millis);
                ticked = millis;
                continue;
            }
            StringBuilder lines = new StringBuilder();
            long firstOpen = (ticked - GroupRule.WINDOW_MILLIS - GroupRule.GRACE_MILLIS) * NANOS_PER_MILLI + 1;
            for (int line = random.nextInt(random.nextInt(10) == 0 ? 30 : 3); line >= 0; line--) {
                Sample sample = random.nextInt(10) == 0 && !sent.isEmpty()
                        ? again(sent.get(random.nextInt(sent.size())), firstOpen)
                        : new Sample(
                                random.nextInt(SERIES) * PARTITIONS + partition,
                                stampMillis(millis) * NANOS_PER_MILLI + record * 1_000L + line,
                                random.nextInt(1_000),
                                firstOpen);
                sent.add(sample);
                lines.append(sample.line()).append('\n');
                boolean isAhead = sample.nanos > (millis + AHEAD_MILLIS) * NANOS_PER_MILLI;
                if (isAhead || sample.start(rule) - WINDOW + rule.every() < firstOpen) {
                    missed.add(sample.line());
                }
                if (!isAhead) {
                    accepted.add(sample);
                }
            }
            rig.batch(millis, lines.toString());
        }
        // A tick more than a minute after the last one moves no time.
        rig.tick("g", millis);
        rig.tick("g", millis + 50_000);
        return accepted;
    }

    private Sample again(Sample of, long firstOpen) {
        return new Sample(of.series, of.nanos, random.nextInt(1_000), firstOpen);
    }

    /** Most are timely, some late, few ahead by more or less than is allowed. */
    private long stampMillis(long millis) {
        int ahead = random.nextInt(20) == 0 ? random.nextInt((int) (2 * AHEAD_MILLIS)) : 0;
        return millis + ahead - random.nextInt(2_500);
    }

    private static SortedMap<String, Map<String, Double>> expected(GroupRule rule, List<Sample> sent) {
        SortedMap<String, Map<String, Double>> lines = new TreeMap<>();
        LongSummaryStatistics starts =
                sent.stream().mapToLong(sample -> sample.start(rule)).summaryStatistics();
        long last = starts.getMax() + rule.holdNanos() + 2 * rule.every();
        Map<Integer, List<Sample>> bySeries = sent.stream().collect(Collectors.groupingBy(Sample::series));
        for (int detector = 0; detector < DETECTORS; detector++) {
            boolean wasEmpty = true;
            for (long start = starts.getMin() - WINDOW + rule.every(); start <= last; start += rule.every()) {
                Map<String, Double> fields = line(rule, bySeries, detector, start);
                boolean isEmpty = fields.getOrDefault("sources", 0.0) == 0;
                if (!isEmpty || !wasEmpty) {
                    lines.put("cpu_1s,detector=d" + detector + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return lines;
    }

    private static Map<String, Double> line(GroupRule rule, Map<Integer, List<Sample>> sent, int detector, long start) {
        Map<Integer, Boolean> sources = new HashMap<>();
        int samples = 0;
        Map<String, List<Double>> byFunction = new HashMap<>();
        for (int series = detector; series < SERIES * PARTITIONS; series += DETECTORS) {
            List<Sample> of = new ArrayList<>();
            sent.getOrDefault(series, List.of()).stream()
                    .filter(sample -> sample.isBefore(start, rule))
                    .forEach(sample -> {
                        of.removeIf(other -> rule.repeats() == Repeats.REPLACE && sample.repeats(other));
                        of.add(sample);
                    });
            List<Sample> here =
                    of.stream().filter(sample -> sample.nanos >= start).toList();
            for (String function : rule.functions()) {
                String value = rule.of(function);
                List<Double> values = here.isEmpty() ? held(rule, value, of, start) : values(value, here, of, start);
                byFunction
                        .computeIfAbsent(function, unseen -> new ArrayList<>())
                        .addAll(values);
                if (!values.isEmpty()) {
                    sources.put(series, here.isEmpty());
                }
            }
            samples += sources.containsKey(series) ? here.size() : 0;
        }
        Map<String, Double> fields = new HashMap<>();
        byFunction.forEach((function, values) -> put(rule, fields, function, values));
        double users = sources.keySet().stream()
                .map(GroupOracleTest::user)
                .filter(user -> user > 0)
                .distinct()
                .count();
        fields.put("user_distinct", users);
        fields.put("sources", (double) sources.size());
        fields.put(
                "held", (double) sources.values().stream().filter(held -> held).count());
        fields.put("samples", (double) samples);
        return fields;
    }

    /** The user of a series; 0: none. */
    private static int user(int series) {
        return series / DETECTORS % 7;
    }

    private static List<Double> held(GroupRule rule, String value, List<Sample> before, long start) {
        long last =
                before.stream().mapToLong(sample -> sample.start(rule)).max().orElse(Long.MIN_VALUE);
        List<Sample> there =
                before.stream().filter(sample -> sample.nanos >= last).toList();
        long stamp = there.stream().mapToLong(Sample::nanos).max().orElse(Long.MIN_VALUE / 2);
        return GroupRule.isHeld(value) && start - stamp <= rule.holdNanos()
                ? values(value, there, before, last)
                : List.of();
    }

    /** @param until the values of the series up to the end of the window that starts at {@code start} */
    private static List<Double> values(String of, List<Sample> here, List<Sample> until, long start) {
        List<Double> all = here.stream().map(Sample::value).toList();
        Comparator<Sample> byTime = Comparator.comparingLong(Sample::nanos);
        return switch (of) {
            case "mean" -> List.of(OracleFunction.sum(all) / all.size());
            case "last" -> List.of(here.stream().max(byTime).orElseThrow().value);
            case "first" -> List.of(here.stream().min(byTime).orElseThrow().value);
            case "min" -> List.of(all.stream().min(Comparator.naturalOrder()).orElseThrow());
            case "max" -> List.of(all.stream().max(Comparator.naturalOrder()).orElseThrow());
            case "sum" -> List.of(OracleFunction.sum(all));
            case "count" -> List.of((double) all.size());
            case "rate" -> increase(until, start, true);
            case "increase" -> increase(until, start, false);
            case "time-average" -> integral(until, start, true);
            case "integral" -> integral(until, start, false);
            default -> all;
        };
    }

    /** The steps of a counter from the last value before {@code start}; none without time. */
    private static List<Double> increase(List<Sample> until, long start, boolean isPerSecond) {
        return steps(until, start, isPerSecond, (before, value) -> {
            double step = value.value - before.value;
            return step < 0 ? value.value : step;
        });
    }

    /** The values times the seconds that they lasted, likewise. */
    private static List<Double> integral(List<Sample> until, long start, boolean isPerSecond) {
        return steps(until, start, isPerSecond, (before, value) -> before.value * ((value.nanos - before.nanos) / 1e9));
    }

    private static List<Double> steps(
            List<Sample> until, long start, boolean isPerSecond, ToDoubleBiFunction<Sample, Sample> step) {
        List<Sample> taken =
                until.stream().sorted(Comparator.comparingLong(Sample::nanos)).toList();
        double sum = 0;
        int last = taken.size() - 1;
        int from = last;
        while (from > 0 && taken.get(from).nanos >= start) {
            sum += step.applyAsDouble(taken.get(from - 1), taken.get(from));
            from--;
        }
        double seconds = (taken.get(last).nanos - taken.get(from).nanos) / 1e9;
        return seconds == 0 ? List.of() : List.of(isPerSecond ? sum / seconds : sum);
    }

    private static void put(GroupRule rule, Map<String, Double> fields, String function, List<Double> values) {
        boolean isOfCondition = rule.over() == GroupRule.Over.CONDITION && function.equals("count");
        double result = isOfCondition ? OracleFunction.sum(values) : OracleFunction.of(function, values);
        if (Double.isFinite(result)) {
            fields.put("value_" + function, result);
        }
    }

    /** The output of merge. Its log keeps the order of each partition's records. */
    private SortedMap<String, Map<String, Double>> merged(
            RuleFile file, List<List<TestRecord<byte[], byte[]>>> partials, String where) {
        try (TopologyRig rig = new TopologyRig(Rules.fixed(file), PARTITIONS)) {
            rig.partials(partials, random);
            return StoredFields.of(rig.lines(rig.topics.storage()), where);
        }
    }
}
