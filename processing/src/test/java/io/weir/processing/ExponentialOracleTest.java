package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.processing.oracle.HistogramBucket;
import io.weir.processing.oracle.HistogramOracle;
import io.weir.processing.oracle.HistogramRule;
import io.weir.processing.oracle.HistogramRule.Where;
import io.weir.processing.oracle.HistogramSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Merged exponential histograms equal those of {@link HistogramOracle}. Hosts are spread
 * over partitions, restart, change their scale and end; lines are lost, late or sent again; processing
 * restarts.
 */
class ExponentialOracleTest {

    private static final int PARTITIONS = 3;
    private static final int HOSTS = 6;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final List<HistogramRule> KINDS = List.of(
            new HistogramRule(HistogramRule.WINDOW, false, 0, Where.ALL),
            new HistogramRule(250, false, 0, Where.ALL),
            new HistogramRule(500, false, 0, Where.ABOVE_2_AND_BELOW_0),
            new HistogramRule(HistogramRule.WINDOW, true, 2_500, Where.ALL),
            new HistogramRule(200, true, 700, Where.ABOVE_2_BELOW_MINUS_4_AND_0));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private HistogramRule rule = KINDS.get(0);
    private RuleFile rules = RuleLoader.parse("rules.yaml", rule.text());

    private record Input(long millis, List<HistogramSample> samples) {}

    @RepeatedTest(10)
    void mergedHistogramsEqualTheOracle(RepetitionInfo repetition) {
        rule = KINDS.get(repetition.getCurrentRepetition() % KINDS.size());
        rules = RuleLoader.parse("rules.yaml", rule.text());
        String where = "seed " + seed + " " + rule;
        List<Input> inputs = inputs();
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            stored.addAll(feed(inputs, partition, partials));
        }
        HistogramOracle oracle = oracle(inputs);
        SortedMap<String, String> actual = new TreeMap<>();
        try (TopologyRig rig = new TopologyRig(Rules.fixed(rules), PARTITIONS)) {
            rig.partials(partials, random);
            for (String line : rig.lines(rig.topics.storage())) {
                int from = line.indexOf(' ');
                int to = line.lastIndexOf(' ');
                assertThat(actual.put(line.substring(0, from) + line.substring(to), line.substring(from + 1, to)))
                        .as(where)
                        .isNull();
            }
        }
        SortedMap<String, String> expected = oracle.results();
        assertThat(actual.keySet()).as(where).isEqualTo(expected.keySet());
        assertThat(expected).as(where).hasSizeGreaterThan(4);
        expected.forEach((line, fields) -> assertThat(rounded(actual.getOrDefault(line, "")))
                .as(where + " " + line)
                .isEqualTo(rounded(fields)));
        assertThat(stored).as(where).containsExactlyInAnyOrderElementsOf(oracle.late());
    }

    private HistogramOracle oracle(List<Input> inputs) {
        HistogramOracle oracle = new HistogramOracle(rule, HOSTS);
        for (Input input : inputs) {
            if (input.samples.isEmpty()) {
                oracle.tick(input.millis);
            }
            input.samples.forEach(oracle::take);
        }
        return oracle;
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
        List<SortedMap<HistogramBucket, Long>> counts = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            counts.add(new TreeMap<>());
            scales[host] = HistogramBucket.FINEST;
        }
        List<HistogramSample> sent = new ArrayList<>();
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
                scales[host] = isDelta ? random.nextInt(HistogramBucket.FINEST + 3) - 2 : HistogramBucket.FINEST;
            } else if (random.nextInt(8) == 0) {
                scales[host] = Math.max(-2, scales[host] - random.nextInt(3));
            }
            for (int left = random.nextInt(30); left > 0; left--) {
                if (random.nextInt(8) == 0) {
                    zeros[host]++;
                } else {
                    HistogramBucket bucket =
                            new HistogramBucket(random.nextInt(4) == 0, (int) (random.nextGaussian() * 150) % 500);
                    counts.get(host).merge(bucket, 1L, Long::sum);
                }
            }
            long lateMillis = random.nextBoolean() ? random.nextInt(2_500) : 0;
            long stamp = (millis - lateMillis) * NANOS_PER_MILLI + record;
            List<HistogramSample> samples = new ArrayList<>();
            if (random.nextInt(15) == 0) {
                samples.add(new HistogramSample(host, stamp, 0, false, HistogramSample.END, 0, new TreeMap<>()));
            } else {
                samples.add(new HistogramSample(
                        host, stamp, 0, isDelta, scales[host], zeros[host], new TreeMap<>(counts.get(host))));
            }
            if (random.nextInt(5) == 0 && !sent.isEmpty()) {
                HistogramSample again = sent.get(random.nextInt(sent.size()));
                samples.add(
                        again.isEnd()
                                ? again
                                : new HistogramSample(
                                        again.host(),
                                        again.nanos(),
                                        0,
                                        again.isDelta(),
                                        again.scale(),
                                        again.zeros() + random.nextInt(2),
                                        again.counts()));
            }
            sent.addAll(samples);
            inputs.add(new Input(millis, samples));
        }
        // A tick more than a minute after the last one moves no time.
        inputs.add(new Input(millis, List.of()));
        inputs.add(new Input(millis + 50_000, List.of()));
        return inputs;
    }

    /** Sends a partition its lines and all ticks, and restarts it in between; returns what is stored. */
    private List<String> feed(List<Input> inputs, int partition, List<List<TestRecord<byte[], byte[]>>> partials) {
        List<TestRecord<byte[], byte[]>> written = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        int restart = random.nextInt(inputs.size());
        try (TopologyRig before = new TopologyRig(Rules.fixed(rules), PARTITIONS);
                TopologyRig after = new TopologyRig(Rules.fixed(rules), PARTITIONS)) {
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
                .filter(sample -> sample.host() % PARTITIONS == partition)
                .map(HistogramSample::line)
                .collect(Collectors.joining("\n"));
        rig.batch(input.millis, lines.isEmpty() ? "# none" : lines);
    }
}
