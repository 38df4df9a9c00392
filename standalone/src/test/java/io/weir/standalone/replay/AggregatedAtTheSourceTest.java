package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Processing computes from the partials of two gateways what it computes from the values, and what a
 * list of all values says. Hosts have many processes; values are late, too late, negative and zero; an
 * enrichment adds the tag of the groups.
 */
class AggregatedAtTheSourceTest {
    private static final int HOSTS = 6;
    private static final int SECONDS = 40;
    private static final int WINDOW_SECONDS = 5;
    private static final int GRACE_SECONDS = 2;
    private static final long BASE_SECOND = 1_790_000_000;
    private static final long MILLI_NANOS = 1_000_000;

    private static final String ENRICH = """
            version: 1
            enrich:
              - {name: even, match: {measurement: "proc*", tags: {host: [h0, h2, h4]}}, set: {rack: even}}
              - {name: odd, match: {measurement: "proc*", tags: {host: [h1, h3, h5]}}, set: {rack: odd}}
            """;

    private static final RuleFile OF_VALUES = RuleLoader.parse("values.yaml", ENRICH + """
            aggregate:
              - {name: all, match: {measurement: proc}, by: [rack], fields: [cpu], functions: [count, sum, min, max], of: samples, window: 5s, as: all}
            """);

    private static final RuleFile OF_PARTIALS = RuleLoader.parse("partials.yaml", ENRICH + """
            aggregate:
              - {name: totals, match: {measurement: proc_cpu}, by: [rack], fields: [count_delta, sum_delta], functions: [sum], of: sum, window: 5s, as: totals}
              - {name: least, match: {measurement: proc_cpu}, by: [rack], fields: [min], functions: [min], of: samples, window: 5s, as: least}
              - {name: most, match: {measurement: proc_cpu}, by: [rack], fields: [max], functions: [max], of: samples, window: 5s, as: most}
              - {name: spread, match: {measurement: proc_cpu}, by: [rack], exponential: cpu, functions: [p25, median, p99], window: 5s, as: spread}
              - {name: above, match: {measurement: proc_cpu}, by: [rack], exponential: cpu, functions: [count], where: value > 4, window: 5s, as: above}
            """);

    private static final SourceAggregation PROC =
            new SourceAggregation(new Glob("proc"), List.of("host"), List.of("cpu"));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A value, and when a gateway receives it. */
    private record Sent(long receivedMillis, int gateway, String line, String window, double value, boolean isLate) {}

    @RepeatedTest(10)
    void windowsOfPartialsAreThoseOfTheValues() {
        List<Sent> sent = sent();
        Map<String, List<Double>> oracle = new TreeMap<>();
        for (Sent each : sent) {
            if (!each.isLate) {
                oracle.computeIfAbsent(each.window, unseen -> new ArrayList<>()).add(each.value);
            }
        }
        Map<String, Map<String, Double>> ofValues = new TreeMap<>();
        int valueLines = run(OF_VALUES, List.of(), sent, ofValues);
        Map<String, Map<String, Double>> ofPartials = new TreeMap<>();
        int partialLines = run(OF_PARTIALS, List.of(PROC), sent, ofPartials);

        assertThat(valueLines).as("seed %d", seed).isEqualTo(sent.size());
        assertThat(partialLines).as("seed %d", seed).isLessThan(sent.size() / 3);
        assertThat(oracle).as("seed %d", seed).hasSizeGreaterThan(12);
        assertThat(ofValues).as("seed %d", seed).containsOnlyKeys(oracle.keySet());
        assertThat(ofPartials).as("seed %d", seed).containsOnlyKeys(oracle.keySet());
        oracle.forEach((window, values) -> {
            Map<String, Double> results = ofPartials.getOrDefault(window, Map.of());
            Map<String, Double> direct = ofValues.getOrDefault(window, Map.of());
            check(window, number(results, "count_delta_sum"), number(direct, "cpu_count"), values, List::size);
            check(
                    window,
                    number(results, "sum_delta_sum"),
                    number(direct, "cpu_sum"),
                    values,
                    AggregatedAtTheSourceTest::sum);
            check(window, number(results, "min_min"), number(direct, "cpu_min"), values, all -> sorted(all)[0]);
            check(
                    window,
                    number(results, "max_max"),
                    number(direct, "cpu_max"),
                    values,
                    all -> sorted(all)[all.size() - 1]);
            assertThat(results.get("cpu_count"))
                    .as("seed %d %s above 4, the bound of a bucket", seed, window)
                    .isEqualTo(
                            (double) values.stream().filter(value -> value > 4).count());
            checkQuantiles(window, results, sorted(values));
        });
    }

    private void check(
            String window, double ofPartials, double ofValues, List<Double> values, ToDoubleFunction<List<Double>> of) {
        double expected = of.applyAsDouble(values);
        assertThat(ofPartials).as("seed %d %s from partials", seed, window).isEqualTo(expected);
        assertThat(ofValues).as("seed %d %s from values", seed, window).isEqualTo(expected);
    }

    /** A bucket of these values is narrower than 5 %. */
    private void checkQuantiles(String window, Map<String, Double> results, double[] values) {
        Map.of("cpu_p25", 0.25, "cpu_median", 0.5, "cpu_p99", 0.99).forEach((field, share) -> {
            double rank = share * values.length;
            double below = values[(int) Math.max(0, Math.ceil(rank) - 1)];
            double above = values[(int) Math.min(values.length - 1, Math.floor(rank))];
            assertThat(results.get(field))
                    .as("seed %d %s %s", seed, window, field)
                    .isBetween(below - Math.abs(below) * 0.05, above + Math.abs(above) * 0.05);
        });
    }

    private static double number(Map<String, Double> fields, String name) {
        return fields.getOrDefault(name, Double.NaN);
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(each -> each).sum();
    }

    private static double[] sorted(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(each -> each).toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    /** In the order of receipt. A host sends to one gateway, then to the other one. */
    private List<Sent> sent() {
        List<Sent> sent = new ArrayList<>();
        for (long second = BASE_SECOND; second < BASE_SECOND + SECONDS; second++) {
            long millis = second * 1000;
            for (int host = 0; host < HOSTS; host++) {
                millis += random.nextInt(100);
                for (int process = random.nextInt(60); process >= 0; process--) {
                    int lateMillis = random.nextInt(5) == 0 ? random.nextInt(12_000) : 0;
                    long stamp = (millis - lateMillis) * MILLI_NANOS + sent.size();
                    double value = random.nextInt(10) == 0 ? 0 : (random.nextInt(801) - 200) / 64.0;
                    String line = "proc,host=h" + host + ",pid=" + process + " cpu=" + value + " " + stamp;
                    long start = Math.floorDiv(stamp, WINDOW_SECONDS * 1_000_000_000L) * WINDOW_SECONDS;
                    // The tick of a second follows all that was received in the second before it.
                    boolean isLate = start + WINDOW_SECONDS + GRACE_SECONDS <= second;
                    String window = (host % 2 == 0 ? "even " : "odd ") + start;
                    sent.add(new Sent(millis, random.nextInt(20) == 0 ? 1 : 0, line, window, value, isLate));
                }
            }
        }
        return sent;
    }

    /** Adds the results to a map by rack and start of the window; returns how many lines processing read. */
    private int run(
            RuleFile rules,
            List<SourceAggregation> aggregations,
            List<Sent> sent,
            Map<String, Map<String, Double>> results) {
        List<Gateway> gateways = List.of(new Gateway(aggregations), new Gateway(aggregations));
        int lines = 0;
        try (VirtualWeir weir =
                VirtualWeir.of(rules, Set.of(Output.STORAGE), (from, value, count) -> read(value, results))) {
            long second = BASE_SECOND;
            for (Sent each : sent) {
                for (; second <= each.receivedMillis / 1000; second++) {
                    lines += handOn(gateways, weir, second);
                    weir.tick(second * 1000);
                }
                gateways.get(each.gateway).receive(each);
            }
            lines += handOn(gateways, weir, second);
            for (long last = second + WINDOW_SECONDS + GRACE_SECONDS; second <= last; second++) {
                weir.tick(second * 1000);
            }
        }
        return lines;
    }

    /** Hands over everything, as for a tick at the second. */
    private static int handOn(List<Gateway> gateways, VirtualWeir weir, long second) {
        int lines = 0;
        for (Gateway gateway : gateways) {
            gateway.intake.flush();
            for (Parcel parcel = gateway.next(); parcel != null; parcel = gateway.next()) {
                Parcel.Batch batch = (Parcel.Batch) parcel;
                weir.batch(second * 1000, batch.lines());
                lines += batch.lineCount();
            }
        }
        return lines;
    }

    private static void read(byte[] stored, Map<String, Map<String, Double>> results) {
        for (String line : new String(stored, UTF_8).split("\n")) {
            String[] parts = line.split(" ");
            if (line.startsWith("proc") || line.contains("sources=0i")) {
                continue;
            }
            String rack = parts[0].substring(parts[0].indexOf("rack=") + 5);
            Map<String, Double> fields = results.computeIfAbsent(
                    rack + " " + Long.parseLong(parts[2]) / 1_000_000_000, unseen -> new TreeMap<>());
            for (String field : parts[1].split(",")) {
                String[] pair = field.split("=");
                fields.put(pair[0], Double.valueOf(pair[1].replace("i", "")));
            }
        }
    }

    private static final class Gateway {
        private final PublishQueue queue = new PublishQueue(1 << 30);
        private final LineIntake intake;

        Gateway(List<SourceAggregation> aggregations) {
            IntakeSettings settings = new IntakeSettings(
                    1,
                    128 << 10,
                    10_000,
                    4 << 20,
                    10,
                    new StampLimits(StampLimits.NONE, StampLimits.NONE),
                    aggregations);
            intake = new LineIntake(settings, new SharedParts(queue, new StampClock()), new InputCounts("udp"));
        }

        void receive(Sent sent) {
            byte[] line = sent.line.getBytes(UTF_8);
            long receivedNanos = sent.receivedMillis * MILLI_NANOS;
            InetSocketAddress source = InetSocketAddress.createUnresolved("probe", 1);
            intake.lines(line, 0, line.length, StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        }

        @Nullable
        Parcel next() {
            try {
                return queue.poll();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
