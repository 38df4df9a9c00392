package io.weir.processing;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Rules of {@code correlate} with random variables equal an oracle that keeps all values: each
 * variable has an {@code of} and a {@code hold} of its own, and sides that are missing.
 */
class CorrelateOracleTest {

    private static final int ROUNDS = 60;
    private static final int RECORDS = 80;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WINDOW_MILLIS = 2_000;
    private static final int GRACE_MILLIS = 500;
    private static final long START_MILLIS = 1_000_000;
    private static final List<String> VARIABLES = List.of("a", "b", "c");

    private static final Comparator<Sample> BY_TIME = Comparator.comparingLong(Sample::nanos);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A variable over the values of {@code m<side>}. */
    private record Variable(int side, String function, String of, long holdMillis, double otherwise) {

        String yaml() {
            return "{measurement: m%d, field: value, function: %s, of: %s%s%s}"
                    .formatted(
                            side,
                            function,
                            of,
                            isHeld() ? ", hold: " + holdMillis + "ms" : "",
                            Double.isNaN(otherwise) ? "" : ", otherwise: " + (int) otherwise);
        }

        boolean isHeld() {
            return List.of("mean", "first", "last", "min", "max").contains(of);
        }
    }

    /** A value of a series, or the own value of a series in a window. */
    private record Sample(int series, long nanos, double value) {

        int side() {
            return series % 2;
        }

        String group() {
            return "g" + series / 2 % 2;
        }

        long start() {
            long window = WINDOW_MILLIS * NANOS_PER_MILLI;
            return Math.floorDiv(nanos, window) * window;
        }

        String line() {
            return "m%d,group=%s,host=h%d value=%s %d\n".formatted(side(), group(), series, value, nanos);
        }
    }

    @Test
    void fieldsEqualTheOracle() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Variable> variables =
                    VARIABLES.stream().map(unused -> variable()).toList();
            String where = "seed %d round %d %s".formatted(seed, round, variables);
            List<Sample> samples = new ArrayList<>();
            Map<String, Map<String, Double>> got;
            try (TopologyRig rig = new TopologyRig(rules(variables))) {
                send(rig, samples);
                got = StoredFields.of(
                        rig.lines(rig.topics.storage()).stream()
                                .filter(line -> line.startsWith("all,"))
                                .toList(),
                        where);
            }
            StoredFields.assertEqual(got, expected(variables, samples), where);
        }
    }

    private Variable variable() {
        return new Variable(
                random.nextInt(2),
                pick("sum", "mean", "min", "max", "count", "first", "last", "median", "p90"),
                pick("mean", "first", "last", "min", "max", "sum", "count", "samples"),
                random.nextInt(6_000),
                random.nextInt(3) == 0 ? random.nextInt(10) : Double.NaN);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static RuleFile rules(List<Variable> variables) {
        StringBuilder let = new StringBuilder();
        for (int i = 0; i < variables.size(); i++) {
            let.append(i == 0 ? "" : ", ")
                    .append(VARIABLES.get(i))
                    .append(": ")
                    .append(variables.get(i).yaml());
        }
        return RuleLoader.parse("rules.yaml", """
                version: 1
                correlate:
                  - {name: all, let: {%s}, by: [group], window: %dms, grace: %dms, as: all,
                     fields: {a: a, b: b, c: c, loss: a - b, has: 'defined(a) + 2 * defined(b) + 4 * defined(c)'}}
                """.formatted(let, WINDOW_MILLIS, GRACE_MILLIS));
    }

    /** Sends timely values, of which some repeat others, and ticks; notes the values that count. */
    private void send(TopologyRig rig, List<Sample> samples) {
        long millis = START_MILLIS;
        rig.tick("g", millis);
        for (int record = 0; record < RECORDS; record++) {
            millis += random.nextInt(random.nextInt(10) == 0 ? 6_000 : 600);
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(3); line >= 0; line--) {
                int series = random.nextInt(8);
                long stampMillis = Math.floorDiv(millis - random.nextInt(GRACE_MILLIS), 100) * 100;
                // No timestamp is that of another series.
                Sample sample = new Sample(series, stampMillis * NANOS_PER_MILLI + series, random.nextInt(100));
                samples.removeIf(other -> other.series == sample.series && other.nanos == sample.nanos);
                samples.add(sample);
                lines.append(sample.line());
            }
            rig.batch(millis, lines.toString());
            rig.tick("g", millis);
        }
        rig.tick("g", millis + 60_000);
    }

    private static Map<String, Map<String, Double>> expected(List<Variable> variables, List<Sample> samples) {
        Map<String, Map<String, Double>> lines = new HashMap<>();
        long window = WINDOW_MILLIS * NANOS_PER_MILLI;
        long first = samples.stream().mapToLong(Sample::start).min().orElseThrow();
        long last = samples.stream().mapToLong(Sample::start).max().orElseThrow() + 6 * window;
        for (String group : List.of("g0", "g1")) {
            boolean wasEmpty = true;
            for (long start = first; start <= last; start += window) {
                Map<String, Double> fields = line(variables, samples, group, start);
                boolean isEmpty = fields.getOrDefault("sources", 0.0) == 0;
                if (!isEmpty || !wasEmpty) {
                    lines.put("all,group=" + group + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return lines;
    }

    private static Map<String, Double> line(List<Variable> variables, List<Sample> samples, String group, long start) {
        double[] values = new double[variables.size()];
        boolean[] isDefined = new boolean[variables.size()];
        Set<Integer> sources = new HashSet<>();
        Set<Integer> silent = new HashSet<>();
        double counted = 0;
        for (int i = 0; i < values.length; i++) {
            Variable variable = variables.get(i);
            List<Sample> ofSeries = new ArrayList<>();
            for (int series = 0; series < 8; series++) {
                int member = series;
                List<Sample> until = samples.stream()
                        .filter(each -> each.series == member && each.side() == variable.side)
                        .filter(each -> each.group().equals(group) && each.start() <= start)
                        .toList();
                List<Sample> here =
                        until.stream().filter(each -> each.start() == start).toList();
                List<Sample> contributed = here.isEmpty() ? held(variable, until, start) : values(variable.of, here);
                ofSeries.addAll(contributed);
                if (!contributed.isEmpty()) {
                    sources.add(series);
                    (here.isEmpty() ? silent : new HashSet<Integer>()).add(series);
                    counted += here.size();
                }
            }
            boolean isSubstituted = ofSeries.isEmpty() && !Double.isNaN(variable.otherwise);
            values[i] = isSubstituted ? variable.otherwise : of(variable.function, ofSeries);
            isDefined[i] = !Double.isNaN(values[i]);
        }
        Map<String, Double> fields = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            put(fields, VARIABLES.get(i), values[i]);
        }
        put(fields, "loss", values[0] - values[1]);
        put(fields, "has", (isDefined[0] ? 1 : 0) + (isDefined[1] ? 2 : 0) + (isDefined[2] ? 4 : 0));
        put(fields, "sources", sources.size());
        put(fields, "held", silent.size());
        put(fields, "samples", counted);
        return fields;
    }

    private static void put(Map<String, Double> fields, String name, double value) {
        if (!Double.isNaN(value)) {
            fields.put(name, value);
        }
    }

    private static List<Sample> held(Variable variable, List<Sample> before, long start) {
        if (!variable.isHeld() || before.isEmpty()) {
            return List.of();
        }
        long last = before.stream().mapToLong(Sample::start).max().orElseThrow();
        List<Sample> there =
                before.stream().filter(each -> each.start() == last).toList();
        long stamp = there.stream().mapToLong(Sample::nanos).max().orElseThrow();
        return start - stamp <= variable.holdMillis * NANOS_PER_MILLI ? values(variable.of, there) : List.of();
    }

    private static List<Sample> values(String of, List<Sample> here) {
        Sample last = here.stream().max(BY_TIME).orElseThrow();
        return switch (of) {
            case "samples" -> here;
            case "first" -> List.of(here.stream().min(BY_TIME).orElseThrow());
            default -> List.of(new Sample(last.series, last.nanos, of(of, here)));
        };
    }

    private static double of(String function, List<Sample> samples) {
        return OracleFunction.of(
                function, samples.stream().sorted(BY_TIME).map(Sample::value).toList());
    }
}
