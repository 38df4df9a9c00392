package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every value of every tier that processing computes equals that of a map of all values, with late values, values that
 * are sent again, and a restart.
 */
class TierOracleTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: site, match: {measurement: cpu}, set: {site: p2}}
            aggregate:
              - {name: short, match: {measurement: temp}, fields: [n], functions: [max], window: 2s, as: short}
            route:
              - {match: {measurement: hidden}, to: [live]}
            suppress:
              - {name: same, match: {measurement: cpu}, mode: change}
            alarms:
              - {name: any, match: {measurement: "*"}, field: value_mean, path: [host], minor: {above: 1}}
            storage:
              by: processing
              grace: 20s
              tiers:
                - {name: raw, keep: 7d}
                - {name: s5, every: 5s, keep: 7d}
                - {name: s30, every: 30s, keep: 30d}
              functions:
                - {measurement: temp, numbers: [max, last, first, sum, spread]}
              exempt:
                - {match: {measurement: debug}}
            """);

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 40 : 6;
    private static final int SAMPLES = 1_500;
    private static final int HOSTS = 3;
    private static final List<String> MEASUREMENTS = List.of("cpu", "temp", "debug", "hidden");
    private static final Map<String, Long> TIERS = Map.of("s5", 5_000L, "s30", 30_000L);
    private static final long GRACE_MILLIS = 20_000;
    private static final long START_MILLIS = 1_000_000;
    private static final long RECEIVED_MILLIS = 3_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    /** The values that were too late for a window. */
    private int late;

    private record Sample(
            String measurement,
            int host,
            long millis,
            double value,
            @Nullable Integer n) {

        String line() {
            return "%s,host=h%d value=%s,t=\"x\"%s %d\n"
                    .formatted(measurement, host, value, n == null ? "" : ",n=" + n + "i", millis * NANOS_PER_MILLI);
        }
    }

    /** The values of a window by field and time. */
    private static final class Window {
        final TreeMap<Long, Number> values = new TreeMap<>();
        final TreeMap<Long, Number> numbers = new TreeMap<>();
    }

    @Test
    void tiersEqualTheModel() {
        for (int round = 0; round < ROUNDS; round++) {
            List<List<Sample>> batches = batches();
            Map<String, Map<String, Number>> expected = model(batches);
            List<String> stored = new ArrayList<>();
            List<String> others = new ArrayList<>();
            run(batches, stored, others);

            String where = "seed %d round %d".formatted(seed, round);
            assertEqual(where, tiers(stored), expected);
            assertThat(others).as(where).noneMatch(TierOracleTest::isTier);
            assertThat(stored).as(where).noneMatch(line -> line.startsWith("hidden"));
            assertThat(stored.stream().filter(line -> line.startsWith("debug")))
                    .as(where)
                    .containsExactlyElementsOf(batches.stream()
                            .flatMap(List::stream)
                            .filter(sample -> sample.measurement.equals("debug"))
                            .map(sample -> sample.line().strip())
                            .toList());
        }
        assertThat(late).as("seed %d", seed).isGreaterThan(ROUNDS);
    }

    /** Series whose own clock advances; some values are older than the newest, some have the time of another. */
    private List<List<Sample>> batches() {
        Map<String, Long> newest = new HashMap<>();
        List<Sample> sent = new ArrayList<>();
        List<List<Sample>> batches = new ArrayList<>();
        while (sent.size() < SAMPLES) {
            List<Sample> batch = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                Sample sample = sample(newest, sent);
                batch.add(sample);
                sent.add(sample);
            }
            batches.add(batch);
        }
        return batches;
    }

    private Sample sample(Map<String, Long> newest, List<Sample> sent) {
        // Multiples of 1/8: their sums are exact in any order.
        double value = random.nextInt(8_000) / 8.0;
        Integer n = random.nextInt(3) == 0 ? null : random.nextInt(1_000);
        if (!sent.isEmpty() && random.nextInt(20) == 0) {
            Sample other = sent.get(random.nextInt(sent.size()));
            return new Sample(other.measurement, other.host, other.millis, value, n);
        }
        String measurement = MEASUREMENTS.get(random.nextInt(MEASUREMENTS.size()));
        int host = random.nextInt(HOSTS);
        long last = newest.getOrDefault(measurement + host, START_MILLIS + random.nextInt(60_000));
        boolean isOld = random.nextInt(3) == 0;
        long millis = isOld ? last - random.nextInt(40_000) : last + random.nextInt(3_000);
        newest.merge(measurement + host, millis, Math::max);
        return new Sample(measurement, host, millis, value, n);
    }

    /** The results by series and time in nanoseconds. */
    private Map<String, Map<String, Number>> model(List<List<Sample>> batches) {
        Map<String, Window> windows = new TreeMap<>();
        Map<String, Long> newest = new HashMap<>();
        for (List<Sample> batch : batches) {
            for (Sample sample : batch) {
                if (sample.measurement.equals("cpu") || sample.measurement.equals("temp")) {
                    add(sample, windows, newest);
                }
            }
        }
        Map<String, Map<String, Number>> results = new TreeMap<>();
        windows.forEach((key, window) -> results.put(key, results(key, window)));
        return results;
    }

    private void add(Sample sample, Map<String, Window> windows, Map<String, Long> newest) {
        long now = newest.getOrDefault(sample.measurement + sample.host, Long.MIN_VALUE);
        String tags = ",host=h" + sample.host + (sample.measurement.equals("cpu") ? ",site=p2 " : " ");
        TIERS.forEach((tier, every) -> {
            long start = Math.floorDiv(sample.millis, every) * every;
            if (start + every + GRACE_MILLIS <= now) {
                late++;
                return;
            }
            Window window = windows.computeIfAbsent(
                    sample.measurement + "_" + tier + tags + start * NANOS_PER_MILLI, unseen -> new Window());
            window.values.put(sample.millis, sample.value);
            if (sample.n != null) {
                window.numbers.put(sample.millis, sample.n.longValue());
            }
        });
        newest.merge(sample.measurement + sample.host, sample.millis, Math::max);
    }

    private static Map<String, Number> results(String key, Window window) {
        Map<String, Number> results = new TreeMap<>();
        boolean isTemp = key.startsWith("temp");
        addResults("value", window.values, isTemp, false, results);
        addResults("n", window.numbers, isTemp, true, results);
        return results;
    }

    private static void addResults(
            String field,
            NavigableMap<Long, Number> values,
            boolean isTemp,
            boolean isInteger,
            Map<String, Number> into) {
        if (values.isEmpty()) {
            return;
        }
        double sum = values.values().stream().mapToDouble(Number::doubleValue).sum();
        double min =
                values.values().stream().mapToDouble(Number::doubleValue).min().orElseThrow();
        double max =
                values.values().stream().mapToDouble(Number::doubleValue).max().orElseThrow();
        into.put(field + "_max", typed(max, isInteger));
        if (isTemp) {
            into.put(field + "_last", values.lastEntry().getValue());
            into.put(field + "_first", values.firstEntry().getValue());
            into.put(field + "_sum", typed(sum, isInteger));
            into.put(field + "_spread", typed(max - min, isInteger));
        } else {
            into.put(field + "_min", typed(min, isInteger));
            into.put(field + "_mean", sum / values.size());
            into.put(field + "_count", (long) values.size());
        }
    }

    private static Number typed(double value, boolean isInteger) {
        if (isInteger) {
            return (long) value;
        }
        return value;
    }

    /** Runs processing with a restart. The last tick closes all windows. */
    private void run(List<List<Sample>> batches, List<String> stored, List<String> others) {
        int restart = random.nextInt(batches.size());
        try (TopologyRig before = new TopologyRig(Rules.fixed(RULES));
                TopologyRig after = new TopologyRig(Rules.fixed(RULES))) {
            batches.subList(0, restart).forEach(batch -> send(before, batch));
            for (int i = 0; i < restart; i++) {
                after.batch(0, "# only moves the offset");
            }
            List<TestRecord<byte[], byte[]>> series = before.output(TopologyRig.CHANGELOG);
            new CutCheckpoint(series, series).restore(after.store(), random);
            batches.subList(restart, batches.size()).forEach(batch -> send(after, batch));
            after.tick("g", RECEIVED_MILLIS + 1_000_000);
            for (TopologyRig rig : List.of(before, after)) {
                stored.addAll(rig.lines(rig.topics.storage()));
                others.addAll(rig.lines(rig.topics.live()));
                others.addAll(rig.lines(rig.topics.alarming()));
                assertThat(rig.count("weir.processing.not.numeric")).as("texts").isZero();
            }
        }
    }

    private static void send(TopologyRig rig, List<Sample> batch) {
        StringBuilder lines = new StringBuilder();
        batch.forEach(sample -> lines.append(sample.line()));
        rig.batch(RECEIVED_MILLIS, lines.toString());
    }

    private static boolean isTier(String line) {
        String measurement = line.substring(0, line.indexOf(','));
        return TIERS.keySet().stream().anyMatch(tier -> measurement.endsWith("_" + tier));
    }

    private static Map<String, Map<String, Number>> tiers(List<String> stored) {
        Map<String, Map<String, Number>> tiers = new TreeMap<>();
        stored.stream().filter(TierOracleTest::isTier).forEach(line -> {
            String[] parts = line.split(" ");
            Map<String, Number> fields = new TreeMap<>();
            Stream.of(parts[1].split(",")).forEach(field -> {
                String[] nameAndValue = field.split("=");
                fields.put(nameAndValue[0], number(nameAndValue[1]));
            });
            assertThat(tiers.put(parts[0] + " " + parts[2], fields))
                    .as("once: %s", line)
                    .isNull();
        });
        return tiers;
    }

    private static Number number(String text) {
        if (text.endsWith("i")) {
            return Long.valueOf(text.substring(0, text.length() - 1));
        }
        return Double.valueOf(text);
    }

    private static void assertEqual(
            String where, Map<String, Map<String, Number>> actual, Map<String, Map<String, Number>> expected) {
        assertThat(actual.keySet()).as(where).isEqualTo(expected.keySet());
        expected.forEach((key, fields) -> {
            Map<String, Number> of = Objects.requireNonNull(actual.get(key));
            assertThat(of.keySet()).as("%s %s", where, key).isEqualTo(fields.keySet());
            fields.forEach((field, number) -> {
                Number result = Objects.requireNonNull(of.get(field));
                assertThat(result).as("%s %s %s", where, key, field).hasSameClassAs(number);
                assertThat(result.doubleValue())
                        .as("%s %s %s", where, key, field)
                        .isCloseTo(number.doubleValue(), within(1e-9));
            });
        });
    }
}
