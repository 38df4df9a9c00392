package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Merged exponential histograms equal those of a simple oracle, which counts in maps. Hosts are spread
 * over partitions, restart, change their scale and end; lines are lost, late or sent again; processing
 * restarts.
 */
class ExponentialOracleTest {

    private static final int PARTITIONS = 3;
    private static final int HOSTS = 6;
    private static final int GROUPS = 2;
    private static final int FINEST = 6;
    private static final int END = 99;
    private static final long WINDOW = 1_000;
    private static final long GRACE = 500;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: wait, match: {measurement: wait}, by: [group], exponential: s, functions: [median, p99], merged: true, window: %dms, grace: %dms, as: merged}
            """.formatted(WINDOW, GRACE));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The side and the bucket at the finest scale. */
    private record Bucket(boolean isNegative, int index) implements Comparable<Bucket> {

        Bucket at(int scale) {
            return new Bucket(isNegative, Math.floorDiv(index, 1 << (FINEST - scale)));
        }

        @Override
        public int compareTo(Bucket other) {
            return Integer.compare(order(), other.order());
        }

        private int order() {
            return isNegative ? -1_000_000 - index : 1_000_000 + index;
        }
    }

    /** A line as it was sent; {@code scale} is {@link #END} at the end of a series. Time had come to {@code ticked}. */
    private record Sample(
            int host, long nanos, long ticked, boolean isDelta, int scale, long zeros, SortedMap<Bucket, Long> counts) {

        boolean repeats(Sample other) {
            return host == other.host && nanos == other.nanos && isEnd() == other.isEnd();
        }

        boolean isEnd() {
            return scale == END;
        }

        long start() {
            return Math.floorDiv(nanos, WINDOW * NANOS_PER_MILLI) * WINDOW * NANOS_PER_MILLI;
        }

        SortedMap<Bucket, Long> at(int coarse) {
            SortedMap<Bucket, Long> at = new TreeMap<>();
            counts.forEach((bucket, count) -> at.merge(bucket.at(coarse), count, Long::sum));
            return at;
        }

        boolean isClosedAt(long millis) {
            return start() / NANOS_PER_MILLI + WINDOW + GRACE <= millis;
        }

        Sample at(long millis) {
            return new Sample(host, nanos, millis, isDelta, scale, zeros, counts);
        }

        String line() {
            String series = "wait,group=%d,host=h%d ".formatted(host % GROUPS, host);
            if (isEnd()) {
                return series + "weir:end=true " + nanos;
            }
            String delta = isDelta ? "_delta" : "";
            return series + "scale=" + scale + "i,zero_count" + delta + "=" + zeros + "i" + side("positive", delta)
                    + side("negative", delta) + ",zero_threshold=0 " + nanos;
        }

        private String side(String name, String delta) {
            SortedMap<Integer, Long> side = new TreeMap<>();
            at(scale).forEach((bucket, count) -> {
                if (bucket.isNegative == name.equals("negative")) {
                    side.put(bucket.index, count);
                }
            });
            if (side.isEmpty()) {
                return "";
            }
            StringBuilder array = new StringBuilder();
            for (int i = side.firstKey(); i <= side.lastKey(); i++) {
                array.append(i == side.firstKey() ? "" : ",").append(side.getOrDefault(i, 0L));
            }
            return ",%s_offset=%di,%s%s=\"[%s]\"".formatted(name, side.firstKey(), name, delta, array);
        }
    }

    private record Input(long millis, List<Sample> samples) {}

    @RepeatedTest(5)
    void mergedHistogramsEqualTheOracle() {
        String where = "seed " + seed;
        List<Input> inputs = inputs();
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            stored.addAll(feed(inputs, partition, partials));
        }
        List<Sample> accepted = new ArrayList<>();
        List<String> late = accept(inputs, accepted);
        SortedMap<String, String> actual = new TreeMap<>();
        try (TopologyRig rig = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
            rig.partials(partials, random);
            for (String line : rig.lines(rig.topics.storage())) {
                int from = line.indexOf(' ');
                int to = line.lastIndexOf(' ');
                assertThat(actual.put(line.substring(0, from) + line.substring(to), line.substring(from + 1, to)))
                        .as(where)
                        .isNull();
            }
        }
        SortedMap<String, String> expected = expected(accepted);
        assertThat(actual.keySet()).as(where).isEqualTo(expected.keySet());
        assertThat(expected).hasSizeGreaterThan(10);
        expected.forEach((line, fields) -> assertThat(rounded(actual.getOrDefault(line, "")))
                .as(where + " " + line)
                .isEqualTo(rounded(fields)));
        assertThat(stored).as(where).containsExactlyInAnyOrderElementsOf(late);
    }

    /** Quantiles with nine digits. */
    private static String rounded(String fields) {
        return Pattern.compile("(s_[a-z0-9]+)=([^,]+)")
                .matcher(fields)
                .replaceAll(each -> each.group(1) + "=" + "%.9g".formatted(Double.valueOf(each.group(2))));
    }

    private List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        long[] zeros = new long[HOSTS];
        int[] scales = new int[HOSTS];
        List<SortedMap<Bucket, Long>> counts = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            counts.add(new TreeMap<>());
            scales[host] = FINEST;
        }
        List<Sample> sent = new ArrayList<>();
        long millis = 1_000_000;
        for (int record = 0; record < 150; record++) {
            millis += random.nextInt(60);
            if (random.nextInt(5) == 0) {
                inputs.add(new Input(millis, List.of()));
                continue;
            }
            int host = random.nextInt(HOSTS);
            boolean isDelta = host == HOSTS - 1;
            if (isDelta || random.nextInt(10) == 0) {
                counts.get(host).clear();
                zeros[host] = 0;
                scales[host] = isDelta ? random.nextInt(FINEST + 3) - 2 : FINEST;
            } else if (random.nextInt(8) == 0) {
                scales[host] = Math.max(-2, scales[host] - random.nextInt(3));
            }
            for (int left = random.nextInt(30); left > 0; left--) {
                if (random.nextInt(8) == 0) {
                    zeros[host]++;
                } else {
                    Bucket bucket = new Bucket(random.nextInt(4) == 0, (int) (random.nextGaussian() * 150) % 500);
                    counts.get(host).merge(bucket, 1L, Long::sum);
                }
            }
            long lateMillis = random.nextBoolean() ? random.nextInt(2_500) : 0;
            long stamp = (millis - lateMillis) * NANOS_PER_MILLI + record;
            List<Sample> samples = new ArrayList<>();
            if (random.nextInt(15) == 0) {
                samples.add(new Sample(host, stamp, 0, false, END, 0, new TreeMap<>()));
            } else {
                samples.add(new Sample(
                        host, stamp, 0, isDelta, scales[host], zeros[host], new TreeMap<>(counts.get(host))));
            }
            if (random.nextInt(5) == 0 && !sent.isEmpty()) {
                Sample again = sent.get(random.nextInt(sent.size()));
                samples.add(
                        again.isEnd()
                                ? again
                                : new Sample(
                                        again.host,
                                        again.nanos,
                                        0,
                                        again.isDelta,
                                        again.scale,
                                        again.zeros + random.nextInt(2),
                                        again.counts));
            }
            sent.addAll(samples);
            inputs.add(new Input(millis, samples));
        }
        inputs.add(new Input(millis + 50_000, List.of()));
        return inputs;
    }

    /** Sends a partition its lines and all ticks, and restarts it in between; returns what is stored. */
    private List<String> feed(List<Input> inputs, int partition, List<List<TestRecord<byte[], byte[]>>> partials) {
        List<TestRecord<byte[], byte[]>> written = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        int restart = random.nextInt(inputs.size());
        try (TopologyRig before = new TopologyRig(Rules.fixed(RULES), PARTITIONS);
                TopologyRig after = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
            for (int i = 0; i < inputs.size(); i++) {
                if (i == restart) {
                    for (int offset = 0; offset < restart; offset++) {
                        after.batch(0, "# only moves the offset");
                    }
                    List<TestRecord<byte[], byte[]>> saved = before.output(TopologyRig.CHANGELOG);
                    new CutCheckpoint(saved, saved).restore(after.store(), random);
                }
                pipe(i < restart ? before : after, inputs.get(i), partition);
            }
            for (TopologyRig rig : List.of(before, after)) {
                written.addAll(rig.output(rig.topics.partials()));
                stored.addAll(rig.lines(rig.topics.storage()));
            }
        }
        partials.add(written);
        return stored;
    }

    private static void pipe(TopologyRig rig, Input input, int partition) {
        if (input.samples.isEmpty()) {
            rig.tick("g", input.millis);
            return;
        }
        String lines = input.samples.stream()
                .filter(sample -> sample.host % PARTITIONS == partition)
                .map(Sample::line)
                .collect(Collectors.joining("\n"));
        rig.batch(input.millis, lines.isEmpty() ? "# none" : lines);
    }

    /** Returns the lines that are late. */
    private static List<String> accept(List<Input> inputs, List<Sample> accepted) {
        List<String> late = new ArrayList<>();
        long ticked = Long.MIN_VALUE;
        for (Input input : inputs) {
            ticked = input.samples.isEmpty() ? input.millis : ticked;
            for (Sample sample : input.samples) {
                if (!sample.isEnd() && sample.isClosedAt(ticked)) {
                    late.add(sample.line());
                } else if (!sample.isEnd() || accepted.stream().noneMatch(sample::repeats)) {
                    accepted.removeIf(sample::repeats);
                    accepted.add(sample.at(ticked));
                }
            }
        }
        return late;
    }

    private static SortedMap<String, String> expected(List<Sample> accepted) {
        SortedMap<String, String> lines = new TreeMap<>();
        long step = WINDOW * NANOS_PER_MILLI;
        long first = accepted.stream().mapToLong(Sample::start).min().orElseThrow();
        long last = accepted.stream().mapToLong(Sample::start).max().orElseThrow() + step;
        for (int group = 0; group < GROUPS; group++) {
            boolean wasEmpty = true;
            for (long start = first; start <= last; start += step) {
                String fields = fields(accepted, group, start);
                boolean isEmpty = fields.startsWith("sources=0i");
                if (!isEmpty || !wasEmpty) {
                    lines.put("merged,group=" + group + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return lines;
    }

    private static String fields(List<Sample> accepted, int group, long start) {
        List<Sample> steps = new ArrayList<>();
        int sources = 0;
        int samples = 0;
        for (int host = group; host < HOSTS; host += GROUPS) {
            List<Sample> ofHost = ofHost(accepted, host);
            List<Sample> here = new ArrayList<>();
            for (int i = 0; i < ofHost.size(); i++) {
                Sample sample = ofHost.get(i);
                if (sample.start() == start && !sample.isEnd()) {
                    samples++;
                    // An end that arrived after the result does not change it.
                    int before = i - 1;
                    while (before >= 0 && ofHost.get(before).isEnd() && sample.isClosedAt(ofHost.get(before).ticked)) {
                        before--;
                    }
                    step(sample, before < 0 ? null : ofHost.get(before), here);
                }
            }
            sources += here.isEmpty() ? 0 : 1;
            samples -= here.isEmpty()
                    ? (int) ofHost.stream()
                            .filter(each -> each.start() == start && !each.isEnd())
                            .count()
                    : 0;
            steps.addAll(here);
        }
        String counts = "sources=%di,held=0i,samples=%di".formatted(sources, samples);
        return sources == 0 ? counts : merged(steps) + counts;
    }

    private static List<Sample> ofHost(List<Sample> accepted, int host) {
        return accepted.stream()
                .filter(sample -> sample.host == host)
                // An end is after a histogram of the same time.
                .sorted((one, other) -> one.nanos != other.nanos
                        ? Long.compare(one.nanos, other.nanos)
                        : Boolean.compare(one.isEnd(), other.isEnd()))
                .toList();
    }

    /** Adds the observations since the line before, if that tells them. */
    private static void step(Sample sample, @Nullable Sample before, List<Sample> to) {
        if (sample.isDelta) {
            to.add(sample);
        } else if (before != null && !before.isEnd()) {
            SortedMap<Bucket, Long> later = sample.at(sample.scale);
            SortedMap<Bucket, Long> earlier = before.at(sample.scale);
            boolean begins = before.zeros > sample.zeros
                    || (!before.counts.isEmpty() && !later.isEmpty() && before.scale < sample.scale)
                    || earlier.entrySet().stream()
                            .anyMatch(each -> later.getOrDefault(each.getKey(), 0L) < each.getValue());
            if (begins) {
                to.add(sample);
                return;
            }
            earlier.forEach((bucket, count) -> later.merge(bucket, -count, Long::sum));
            later.values().removeIf(count -> count == 0);
            SortedMap<Bucket, Long> fine = new TreeMap<>();
            int width = 1 << (FINEST - sample.scale);
            later.forEach((bucket, count) -> fine.put(new Bucket(bucket.isNegative, bucket.index * width), count));
            to.add(new Sample(sample.host, sample.nanos, 0, false, sample.scale, sample.zeros - before.zeros, fine));
        }
    }

    private static String merged(List<Sample> steps) {
        int scale = steps.stream()
                .filter(step -> !step.counts.isEmpty())
                .mapToInt(Sample::scale)
                .min()
                .orElse(20);
        SortedMap<Bucket, Long> all = new TreeMap<>();
        long zeros = 0;
        for (Sample step : steps) {
            zeros += step.zeros;
            if (!step.counts.isEmpty()) {
                step.at(scale).forEach((bucket, count) -> all.merge(bucket, count, Long::sum));
            }
        }
        long total = zeros + all.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> quantiles = new HashMap<>();
        for (String share : List.of("0.5", "0.99")) {
            quantiles.put(share, quantile(all, zeros, total * Double.parseDouble(share), scale));
        }
        String fields =
                total == 0 ? "" : "s_median=%s,s_p99=%s,".formatted(quantiles.get("0.5"), quantiles.get("0.99"));
        // The counts in the buckets themselves: their scale need not be the finest.
        Sample result = new Sample(0, 0, 0, true, Math.min(scale, FINEST), zeros, widened(all, scale));
        return fields
                + "count_delta=%d.0,scale=%di,zero_threshold=0.0,zero_count_delta=%d.0".formatted(total, scale, zeros)
                + result.side("positive", "_delta") + result.side("negative", "_delta") + ",";
    }

    private static SortedMap<Bucket, Long> widened(SortedMap<Bucket, Long> counts, int scale) {
        SortedMap<Bucket, Long> fine = new TreeMap<>();
        counts.forEach((bucket, count) ->
                fine.put(new Bucket(bucket.isNegative, bucket.index * (1 << (FINEST - scale))), count));
        return fine;
    }

    private static double quantile(SortedMap<Bucket, Long> counts, long zeros, double rank, int scale) {
        double below = 0;
        boolean passedZero = false;
        for (Map.Entry<Bucket, Long> each : counts.entrySet()) {
            Bucket bucket = each.getKey();
            if (!bucket.isNegative && !passedZero) {
                passedZero = true;
                below += zeros;
                if (zeros > 0 && below >= rank) {
                    return 0;
                }
            }
            if (below + each.getValue() >= rank) {
                double within = (rank - below) / each.getValue();
                double width = Math.pow(2, -scale);
                return bucket.isNegative
                        ? -Math.pow(2, (bucket.index + 1 - within) * width)
                        : Math.pow(2, (bucket.index + within) * width);
            }
            below += each.getValue();
        }
        return 0;
    }
}
