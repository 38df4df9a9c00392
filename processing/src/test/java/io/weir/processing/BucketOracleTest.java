package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Quantiles of histograms equal those of a simple oracle, which keeps all values. Buckets are series of a
 * host, spread over partitions, or the fields of one series. Hosts restart, lines are lost, late or sent
 * again, and processing restarts.
 */
class BucketOracleTest {

    private static final int PARTITIONS = 3;
    private static final int HOSTS = 6;
    private static final int HANDLERS = 2;
    private static final int ROUNDS = 20;
    private static final long WINDOW_MILLIS = 1_000;
    private static final long GRACE_MILLIS = 500;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final List<List<String>> BOUNDS = List.of(
            List.of("0.1", "0.5", "1", "2.5", "+Inf"),
            List.of("-1", "0.25", "1e+00", "10", "+Inf"),
            List.of("0.1", "2.5"));

    private static final String RULES = """
            version: 1
            aggregate:
              - {name: latency, match: {measurement: http}, by: [handler], %%s, distinct: [host],
                 functions: [median, p99], window: %dms, grace: %dms}
            """.formatted(WINDOW_MILLIS, GRACE_MILLIS);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** How hosts send their buckets. */
    private enum Form {
        SERIES("buckets: le, fields: [bucket]"),
        FIELDS("histogram: bucket, fields: [0.1, 0.25, 0.5, 1, 2.5, 10, -1, +Inf]");

        private final String keys;

        Form(String keys) {
            this.keys = keys;
        }

        RuleFile rules() {
            return RuleLoader.parse("rules.yaml", RULES.formatted(keys));
        }

        int partition(Sample sample) {
            return Math.floorMod(sample.host + (this == SERIES ? sample.bound.hashCode() : 0), PARTITIONS);
        }

        List<String> lines(List<Sample> samples) {
            if (this == SERIES) {
                return samples.stream()
                        .map(sample -> "http,handler=%d,host=h%d,le=%s bucket=%s %d"
                                .formatted(handler(sample.host), sample.host, sample.bound, sample.count, sample.nanos))
                        .toList();
            }
            Map<String, String> fields = new LinkedHashMap<>();
            samples.forEach(sample -> fields.merge(
                    "http,handler=%d,host=h%d %%s %d".formatted(handler(sample.host), sample.host, sample.nanos),
                    sample.bound.replace("1e+00", "1") + "=" + sample.count,
                    (some, more) -> some + "," + more));
            return fields.entrySet().stream()
                    .map(line -> line.getKey().formatted(line.getValue()))
                    .toList();
        }
    }

    /** A value as it was sent. */
    private record Sample(int host, String bound, long nanos, double count) {

        boolean repeats(Sample other) {
            return isOf(other) && nanos == other.nanos;
        }

        boolean isOf(Sample other) {
            return host == other.host && bound.equals(other.bound);
        }

        long start() {
            long step = WINDOW_MILLIS * NANOS_PER_MILLI;
            return Math.floorDiv(nanos, step) * step;
        }
    }

    /** Lines that arrive together, or a tick if there are none. */
    private record Input(long millis, List<Sample> samples) {}

    @ParameterizedTest
    @EnumSource
    void quantilesEqualTheOracle(Form form) {
        for (int round = 0; round < ROUNDS; round++) {
            String where = "seed " + seed + " round " + round;
            // With hosts of the last kind alone, no group has a bucket of all values.
            List<Input> inputs = inputs(random.nextInt(BOUNDS.size()));
            List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
            List<String> stored = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                stored.addAll(feed(form, inputs, partition, partials));
            }
            List<Sample> accepted = new ArrayList<>();
            List<String> late = accept(form, inputs, accepted);
            SortedMap<String, Map<String, Double>> expected = new TreeMap<>();
            int undefined = expected(form, accepted, expected);

            StoredFields.assertEqual(merged(form, partials, undefined, where), expected, where);
            assertThat(stored).as(where).containsExactlyInAnyOrderElementsOf(late);
        }
    }

    /** @param kinds the kinds of hosts begin with this one */
    private List<Input> inputs(int kinds) {
        List<Input> inputs = new ArrayList<>();
        double[][] counts = new double[HOSTS][BOUNDS.get(0).size()];
        List<Sample> sent = new ArrayList<>();
        long millis = 1_000_000;
        for (int record = 0; record < 150; record++) {
            millis += random.nextInt(60);
            if (random.nextInt(5) == 0) {
                inputs.add(new Input(millis, List.of()));
                continue;
            }
            int host = random.nextInt(HOSTS);
            List<String> bounds = BOUNDS.get(kinds + host % (BOUNDS.size() - kinds));
            if (random.nextInt(10) == 0) {
                counts[host] = new double[counts[host].length];
            }
            observe(counts[host], bounds);
            long lateMillis = random.nextBoolean() ? random.nextInt(2_500) : 0;
            long stamp = (millis - lateMillis) * NANOS_PER_MILLI + record;
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < bounds.size(); i++) {
                if (random.nextInt(20) > 0) {
                    samples.add(new Sample(host, bounds.get(i), stamp, counts[host][i]));
                }
            }
            if (random.nextInt(5) == 0 && !sent.isEmpty()) {
                Sample again = sent.get(random.nextInt(sent.size()));
                samples.add(new Sample(again.host, again.bound, again.nanos, again.count + random.nextInt(2)));
            }
            sent.addAll(samples);
            inputs.add(new Input(millis, samples));
        }
        // A tick more than a minute after the last one moves no time.
        inputs.add(new Input(millis, List.of()));
        inputs.add(new Input(millis + 50_000, List.of()));
        return inputs;
    }

    /** Counts some observations in all buckets that include them. */
    private void observe(double[] counts, List<String> bounds) {
        for (int left = random.nextInt(30); left > 0; left--) {
            double observation = random.nextDouble() * 4 - 0.5;
            for (int i = 0; i < bounds.size(); i++) {
                counts[i] += observation <= bound(bounds.get(i)) ? 1 : 0;
            }
        }
    }

    /** Sends a partition its lines and all ticks, and restarts it in between; returns what is stored. */
    private List<String> feed(
            Form form, List<Input> inputs, int partition, List<List<TestRecord<byte[], byte[]>>> partials) {
        List<TestRecord<byte[], byte[]>> written = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        int restart = random.nextInt(inputs.size());
        try (TopologyRig before = new TopologyRig(Rules.fixed(form.rules()), PARTITIONS);
                TopologyRig after = new TopologyRig(Rules.fixed(form.rules()), PARTITIONS)) {
            for (int i = 0; i < inputs.size(); i++) {
                if (i == restart) {
                    for (int offset = 0; offset < restart; offset++) {
                        after.batch(0, "# only moves the offset");
                    }
                    List<TestRecord<byte[], byte[]>> saved = before.output(TopologyRig.CHANGELOG);
                    new CutCheckpoint(saved, saved).restore(after.store(), random);
                }
                pipe(form, i < restart ? before : after, inputs.get(i), partition);
            }
            for (TopologyRig rig : List.of(before, after)) {
                written.addAll(rig.output(rig.topics.partials()));
                stored.addAll(rig.lines(rig.topics.storage()));
            }
        }
        partials.add(written);
        return stored;
    }

    private static void pipe(Form form, TopologyRig rig, Input input, int partition) {
        if (input.samples.isEmpty()) {
            rig.tick("g", input.millis);
            return;
        }
        List<Sample> samples = input.samples.stream()
                .filter(sample -> form.partition(sample) == partition)
                .toList();
        String lines = String.join("\n", form.lines(samples));
        rig.batch(input.millis, lines.isEmpty() ? "# none" : lines);
    }

    /** Returns the lines that are late. */
    private static List<String> accept(Form form, List<Input> inputs, List<Sample> accepted) {
        List<String> late = new ArrayList<>();
        long ticked = Long.MIN_VALUE;
        for (Input input : inputs) {
            ticked = input.samples.isEmpty() ? input.millis : ticked;
            List<Sample> missed = new ArrayList<>();
            for (Sample sample : input.samples) {
                if (sample.start() / NANOS_PER_MILLI + WINDOW_MILLIS + GRACE_MILLIS <= ticked) {
                    missed.add(sample);
                } else {
                    accepted.removeIf(sample::repeats);
                    accepted.add(sample);
                }
            }
            late.addAll(form.lines(missed));
        }
        return late;
    }

    /** Fills in the fields of each line; returns the number of undefined quantiles. */
    private static int expected(Form form, List<Sample> accepted, SortedMap<String, Map<String, Double>> lines) {
        long step = WINDOW_MILLIS * NANOS_PER_MILLI;
        long first = accepted.stream().mapToLong(Sample::start).min().orElseThrow();
        long last = accepted.stream().mapToLong(Sample::start).max().orElseThrow() + step;
        int undefined = 0;
        for (int handler = 0; handler < HANDLERS; handler++) {
            boolean wasEmpty = true;
            for (long start = first; start <= last; start += step) {
                Map<String, Double> fields = new HashMap<>();
                undefined += line(form, accepted, handler, start, fields);
                boolean isEmpty = fields.getOrDefault("sources", 0.0) == 0;
                if (!isEmpty || !wasEmpty) {
                    lines.put("http_1s,handler=" + handler + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return undefined;
    }

    private static int line(Form form, List<Sample> accepted, int handler, long start, Map<String, Double> fields) {
        List<Sample> here = accepted.stream()
                .filter(sample -> handler(sample.host) == handler && sample.start() == start)
                .toList();
        SortedMap<Double, Double> counts = new TreeMap<>();
        List<Integer> hosts = new ArrayList<>();
        int samples = 0;
        List<Sample> seen = new ArrayList<>();
        for (Sample sample : here) {
            if (seen.stream().anyMatch(sample::isOf)) {
                continue;
            }
            seen.add(sample);
            List<Sample> until = accepted.stream()
                    .filter(each -> each.isOf(sample) && each.start() <= start)
                    .sorted(Comparator.comparingLong(Sample::nanos))
                    .toList();
            OptionalDouble increase = increase(until, start);
            if (increase.isPresent()) {
                counts.merge(bound(sample.bound), increase.getAsDouble(), Double::sum);
                hosts.add(sample.host);
                samples += (int) here.stream().filter(sample::isOf).count();
            }
        }
        long different = hosts.stream().distinct().count();
        if (form == Form.FIELDS) {
            samples = (int)
                    here.stream().filter(each -> hosts.contains(each.host)).count();
        }
        fields.put("host_distinct", (double) different);
        fields.put("sources", form == Form.FIELDS ? (double) different : hosts.size());
        fields.put("held", 0.0);
        fields.put("samples", (double) samples);
        int undefined = 0;
        for (Map.Entry<String, Double> share :
                Map.of("bucket_median", 0.5, "bucket_p99", 0.99).entrySet()) {
            double quantile = quantile(counts, share.getValue());
            if (Double.isFinite(quantile)) {
                fields.put(share.getKey(), quantile);
            } else if (!hosts.isEmpty()) {
                undefined++;
            }
        }
        return undefined;
    }

    /** The steps up of the values in the window, which are the last ones. */
    private static OptionalDouble increase(List<Sample> until, long start) {
        double sum = 0;
        int from = until.size() - 1;
        for (; from > 0 && until.get(from).nanos >= start; from--) {
            double step = until.get(from).count - until.get(from - 1).count;
            sum += step < 0 ? until.get(from).count : step;
        }
        return from == until.size() - 1 ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    /** As the documentation of Prometheus defines histogram_quantile. */
    private static double quantile(SortedMap<Double, Double> counts, double share) {
        if (counts.size() < 2 || !Double.isInfinite(counts.lastKey())) {
            return Double.NaN;
        }
        double rank =
                share * counts.values().stream().mapToDouble(each -> each).max().orElseThrow();
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : counts.entrySet()) {
            double upper = bucket.getKey();
            if (bucket.getValue() >= rank && rank > 0) {
                boolean isFlat = Double.isInfinite(upper) || (below == 0 && lower == 0 && upper <= 0);
                double end = Double.isInfinite(upper) ? lower : upper;
                return isFlat ? end : lower + (upper - lower) * (rank - below) / (bucket.getValue() - below);
            }
            lower = upper;
            below = Math.max(below, bucket.getValue());
        }
        // Only a restart or a loss leaves the last bucket below another one.
        return rank > 0 ? counts.headMap(Double.POSITIVE_INFINITY).lastKey() : Double.NaN;
    }

    /** The output of merge. Its log keeps the order of each partition's records. */
    private SortedMap<String, Map<String, Double>> merged(
            Form form, List<List<TestRecord<byte[], byte[]>>> partials, int undefined, String where) {
        try (TopologyRig rig = new TopologyRig(Rules.fixed(form.rules()), PARTITIONS)) {
            rig.partials(partials, random);
            assertThat(rig.count("weir.processing.undefined")).as(where).isEqualTo(undefined);
            return StoredFields.of(rig.lines(rig.topics.storage()), where);
        }
    }

    private static int handler(int host) {
        return host % HANDLERS;
    }

    private static double bound(String tag) {
        return tag.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(tag);
    }
}
