package io.weir.processing;

import io.weir.contract.rule.aggregate.Repeats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

/**
 * The results of a rule over groups: keeps all values and computes each window by itself. Slow,
 * obvious and independent of the tested code.
 */
final class GroupOracle {

    /** Percentiles and the median distance of more values are estimates. */
    private static final int MOST_EXACT = 64;

    private static final Comparator<Sample> BY_TIME = Comparator.comparingLong(Sample::nanos);

    private final GroupRule rule;

    /** The values of the series of one group, by series. */
    private final Map<String, List<Sample>> sent;

    /**
     * A value that was sent.
     *
     * @param group the tags of its group in line protocol
     * @param user empty: none
     * @param firstOpen windows that start before this time had closed
     */
    record Sample(String series, String group, String user, long nanos, double value, long firstOpen) {

        private Sample with(double other) {
            return new Sample(series, group, user, nanos, other, firstOpen);
        }
    }

    private GroupOracle(GroupRule rule, List<Sample> ofGroup) {
        this.rule = rule;
        this.sent = ofGroup.stream()
                .map(each -> each.with(rule.read(each.value)))
                .collect(Collectors.groupingBy(Sample::series, TreeMap::new, Collectors.toList()));
    }

    /** The fields of each result, by its series and timestamp. */
    static SortedMap<String, Map<String, Double>> expected(GroupRule rule, String measurement, List<Sample> sent) {
        SortedMap<String, Map<String, Double>> lines = new TreeMap<>();
        LongSummaryStatistics starts =
                sent.stream().mapToLong(each -> rule.start(each.nanos)).summaryStatistics();
        long last = starts.getMax() + rule.holdNanos() + 2 * rule.every();
        sent.stream().collect(Collectors.groupingBy(Sample::group)).forEach((group, ofGroup) -> {
            GroupOracle oracle = new GroupOracle(rule, ofGroup);
            boolean wasEmpty = true;
            for (long start = starts.getMin() - rule.window() + rule.every(); start <= last; start += rule.every()) {
                Map<String, Double> fields = oracle.line(start);
                boolean isEmpty = fields.getOrDefault("sources", 0.0) == 0;
                if (!isEmpty || !wasEmpty) {
                    lines.put(measurement + group + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        });
        return lines;
    }

    private Map<String, Double> line(long start) {
        Map<String, Boolean> sources = new HashMap<>();
        TreeSet<String> users = new TreeSet<>();
        int samples = 0;
        Map<String, List<Sample>> byFunction = new HashMap<>();
        for (Map.Entry<String, List<Sample>> series : sent.entrySet()) {
            List<Sample> of = until(start, series.getValue());
            List<Sample> here = of.stream().filter(each -> each.nanos >= start).toList();
            for (String function : rule.functions()) {
                String value = rule.of(function);
                List<Sample> own = here.isEmpty() ? held(value, of, start) : own(value, here, of, start);
                byFunction
                        .computeIfAbsent(function, unseen -> new ArrayList<>())
                        .addAll(own);
                if (!own.isEmpty()) {
                    sources.put(series.getKey(), here.isEmpty());
                    users.add(own.get(0).user);
                }
            }
            samples += sources.containsKey(series.getKey()) ? here.size() : 0;
        }
        Map<String, Double> fields = new HashMap<>();
        byFunction.forEach((function, values) -> put(fields, function, values));
        users.remove("");
        fields.put("user_distinct", (double) users.size());
        fields.put("sources", (double) sources.size());
        fields.put(
                "held", (double) sources.values().stream().filter(held -> held).count());
        fields.put("samples", (double) samples);
        return fields;
    }

    /** The values of a series up to the end of a window, without those that were late for it or replaced. */
    private List<Sample> until(long start, List<Sample> ofSeries) {
        List<Sample> until = new ArrayList<>();
        for (Sample each : ofSeries) {
            if (each.nanos < start + rule.window() && each.firstOpen <= Math.min(start, rule.start(each.nanos))) {
                until.removeIf(other -> rule.repeats() == Repeats.REPLACE && each.nanos == other.nanos);
                until.add(each);
            }
        }
        return until;
    }

    private List<Sample> held(String of, List<Sample> before, long start) {
        long last =
                before.stream().mapToLong(each -> rule.start(each.nanos)).max().orElse(Long.MIN_VALUE);
        List<Sample> there = before.stream().filter(each -> each.nanos >= last).toList();
        long stamp = there.stream().mapToLong(Sample::nanos).max().orElse(Long.MIN_VALUE / 2);
        return GroupRule.isHeld(of) && start - stamp <= rule.holdNanos() ? own(of, there, before, last) : List.of();
    }

    /**
     * The own value of a series in a window, or all its values there, with their times.
     *
     * @param until the values up to the end of the window
     */
    private static List<Sample> own(String of, List<Sample> here, List<Sample> until, long start) {
        Sample first = here.stream().min(BY_TIME).orElseThrow();
        Sample last = here.stream().max(BY_TIME).orElseThrow();
        return switch (of) {
            case "samples" -> here;
            case "first" -> List.of(first);
            case "last" -> List.of(last);
            case "rate" -> increase(last, until, start, true);
            case "increase" -> increase(last, until, start, false);
            case "time-average" -> integral(last, until, start, true);
            case "integral" -> integral(last, until, start, false);
            default -> List.of(last.with(OracleFunction.of(of, numbers(here))));
        };
    }

    /** The steps of a counter from the last value before {@code start}; none without time. */
    private static List<Sample> increase(Sample last, List<Sample> until, long start, boolean isPerSecond) {
        return steps(last, until, start, isPerSecond, (before, value) -> {
            double step = value.value - before.value;
            return step < 0 ? value.value : step;
        });
    }

    /** The values times the seconds that they lasted, likewise. */
    private static List<Sample> integral(Sample last, List<Sample> until, long start, boolean isPerSecond) {
        return steps(
                last,
                until,
                start,
                isPerSecond,
                (before, value) -> before.value * ((value.nanos - before.nanos) / 1e9));
    }

    private static List<Sample> steps(
            Sample last, List<Sample> until, long start, boolean isPerSecond, ToDoubleBiFunction<Sample, Sample> step) {
        List<Sample> taken = until.stream().sorted(BY_TIME).toList();
        double sum = 0;
        int from = taken.size() - 1;
        while (from > 0 && taken.get(from).nanos >= start) {
            sum += step.applyAsDouble(taken.get(from - 1), taken.get(from));
            from--;
        }
        double seconds = (last.nanos - taken.get(from).nanos) / 1e9;
        return seconds == 0 ? List.of() : List.of(last.with(isPerSecond ? sum / seconds : sum));
    }

    private void put(Map<String, Double> fields, String function, List<Sample> values) {
        List<Double> numbers = numbers(values.stream().sorted(BY_TIME).toList());
        boolean isOfCondition = rule.over() == GroupRule.Over.CONDITION && function.equals("count");
        double result = isOfCondition ? OracleFunction.sum(numbers) : OracleFunction.of(function, numbers);
        if (Double.isFinite(result)) {
            fields.put(rule.field() + "_" + function, result);
        }
    }

    /** Requires the same lines and fields. Estimates may differ by their bound. */
    static void assertEqual(
            GroupRule rule,
            Map<String, Map<String, Double>> actual,
            Map<String, Map<String, Double>> expected,
            String where) {
        StoredFields.assertEqual(actual, expected, (field, line) -> bound(rule, field, line), where);
    }

    /** 1 % of a percentile; of a median distance also 2 % of the median. */
    private static double bound(GroupRule rule, String field, Map<String, Double> line) {
        String function = field.replaceFirst("^" + rule.field() + "_", "");
        boolean isEstimate = OracleFunction.isOfRanks(function)
                && rule.of(function).equals("samples")
                && line.getOrDefault("samples", 0.0) > MOST_EXACT;
        double ofMedian = function.equals("mad") ? 0.02 * line.getOrDefault(rule.field() + "_median", 0.0) : 0;
        return isEstimate ? 0.01 * Math.abs(line.getOrDefault(field, 0.0)) + Math.abs(ofMedian) : 0;
    }

    private static List<Double> numbers(List<Sample> samples) {
        return samples.stream().map(Sample::value).toList();
    }
}
