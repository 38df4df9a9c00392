package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The results of {@code top} over the hosts of several partitions equal those of an oracle that keeps
 * all values and sorts them: with ties, silent hosts, late and repeated values, and more places than
 * hosts.
 */
class TopOracleTest {

    private static final int ROUNDS = 60;
    private static final int PARTITIONS = 3;
    private static final int HOSTS = 30;
    private static final int RECORDS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WINDOW_NANOS = 1_000 * NANOS_PER_MILLI;
    private static final long GRACE_MILLIS = 500;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Hosts whose numbers are multiples of 7 have no detector. */
    private record Sample(int host, long nanos, int value) {

        String group() {
            return host % 7 == 0 ? "" : ",detector=d" + host % 4;
        }

        String tags() {
            return group() + ",host=h" + host;
        }

        String line() {
            return "cpu%s value=%di %d\n".formatted(tags(), value, nanos);
        }

        long start() {
            return Math.floorDiv(nanos, WINDOW_NANOS) * WINDOW_NANOS;
        }

        boolean repeats(Sample other) {
            return host == other.host && nanos == other.nanos;
        }
    }

    private record Rule(boolean isByDetector, int count, boolean isLowest, String of, long holdMillis) {

        RuleFile file() {
            return RuleLoader.parse("rules.yaml", """
                    version: 1
                    top:
                      - {name: top, match: {measurement: cpu}, field: value, by: [%s], count: %d, order: %s, of: %s,
                         window: 1s, grace: %dms%s}
                    """.formatted(
                            isByDetector ? "detector" : "",
                            count,
                            isLowest ? "lowest" : "highest",
                            of,
                            GRACE_MILLIS,
                            isHeld() ? ", hold: " + holdMillis + "ms" : ""));
        }

        /** A series without the tag of a rule is in no group. */
        boolean takes(Sample sample) {
            return !isByDetector || !sample.group().isEmpty();
        }

        boolean isHeld() {
            return !List.of("sum", "count", "increase").contains(of);
        }
    }

    @Test
    void ranksEqualTheOracle() {
        int cut = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Rule rule = rule();
            String where = "seed %d round %d %s".formatted(seed, round, rule);
            List<Sample> samples = new ArrayList<>();
            List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                try (TopologyRig rig = new TopologyRig(Rules.fixed(rule.file()), PARTITIONS)) {
                    int late = send(rig, rule, partition, samples);
                    assertThat(rig.count("weir.processing.late")).as(where).isEqualTo(late);
                    partials.add(rig.output(rig.topics.partials()));
                }
            }
            Map<String, Map<String, Double>> expected = expected(rule, samples);
            StoredFields.assertEqual(StoredFields.of(merged(rule, partials), where), expected, where);
            boolean isCut =
                    expected.values().stream().anyMatch(fields -> fields.getOrDefault("rank", 0.0) == rule.count);
            cut += isCut ? 1 : 0;
        }
        assertThat(cut).as("rounds in which every place is taken").isGreaterThan(ROUNDS / 4);
    }

    private Rule rule() {
        int[] counts = {1, 2, 3, 8, 1_000};
        String[] ofs = {"mean", "last", "first", "min", "max", "sum", "count", "increase"};
        return new Rule(
                random.nextInt(3) > 0,
                counts[random.nextInt(counts.length)],
                random.nextBoolean(),
                ofs[random.nextInt(ofs.length)],
                random.nextInt(40) * 100L);
    }

    /** Sends the values of a partition's hosts, and notes those that count; returns how many were late. */
    private int send(TopologyRig rig, Rule rule, int partition, List<Sample> samples) {
        long millis = 1_000_000;
        long ticked = 0;
        int late = 0;
        for (int record = 0; record < RECORDS; record++) {
            millis += random.nextInt(random.nextInt(20) == 0 ? 4_000 : 250);
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(4); line >= 0; line--) {
                Sample sample = sample(partition, millis);
                lines.append(sample.line());
                if ((sample.start() + WINDOW_NANOS) / NANOS_PER_MILLI + GRACE_MILLIS <= ticked) {
                    late += rule.takes(sample) ? 1 : 0;
                } else {
                    samples.removeIf(sample::repeats);
                    samples.add(sample);
                }
            }
            rig.batch(millis, lines.toString());
            if (random.nextInt(3) == 0) {
                rig.tick("g", millis);
                ticked = millis;
            }
        }
        // A tick more than a minute after the last one moves no time.
        rig.tick("g", millis);
        rig.tick("g", millis + 50_000);
        return late;
    }

    /** Few values and few timestamps, so that many of them are equal. */
    private Sample sample(int partition, long millis) {
        int host = random.nextInt(HOSTS / PARTITIONS) * PARTITIONS + partition;
        long stampMillis = Math.floorDiv(millis - random.nextInt(random.nextInt(10) == 0 ? 3_000 : 500), 100) * 100;
        return new Sample(host, stampMillis * NANOS_PER_MILLI, random.nextInt(6));
    }

    /** The lines of merge. Its log keeps the order of each partition's records. */
    private List<String> merged(Rule rule, List<List<TestRecord<byte[], byte[]>>> partials) {
        try (TopologyRig rig = new TopologyRig(Rules.fixed(rule.file()), PARTITIONS)) {
            rig.partials(partials, random);
            return rig.lines(rig.topics.storage());
        }
    }

    private static Map<String, Map<String, Double>> expected(Rule rule, List<Sample> samples) {
        Map<String, Map<String, Double>> lines = new TreeMap<>();
        long first = samples.stream().mapToLong(Sample::start).min().orElseThrow();
        long last = samples.stream().mapToLong(Sample::start).max().orElseThrow() + 6 * WINDOW_NANOS;
        for (long start = first; start <= last; start += WINDOW_NANOS) {
            Map<String, Map<String, Double>> groups = new HashMap<>();
            for (int number = 0; number < HOSTS; number++) {
                Sample host = new Sample(number, 0, 0);
                OptionalDouble value =
                        rule.takes(host) ? value(rule, ofHost(samples, number), start) : OptionalDouble.empty();
                if (value.isPresent()) {
                    groups.computeIfAbsent(rule.isByDetector ? host.group() : "", unseen -> new TreeMap<>())
                            .put(host.tags(), value.getAsDouble());
                }
            }
            for (Map<String, Double> group : groups.values()) {
                rank(rule, group, start, lines);
            }
        }
        return lines;
    }

    private static List<Sample> ofHost(List<Sample> samples, int host) {
        return samples.stream()
                .filter(sample -> sample.host == host)
                .sorted(Comparator.comparingLong(Sample::nanos))
                .toList();
    }

    private static void rank(Rule rule, Map<String, Double> group, long start, Map<String, Map<String, Double>> lines) {
        Comparator<Map.Entry<String, Double>> byValue = Map.Entry.comparingByValue();
        List<Map.Entry<String, Double>> ranked = group.entrySet().stream()
                .sorted((rule.isLowest ? byValue : byValue.reversed()).thenComparing(Map.Entry.comparingByKey()))
                .limit(rule.count)
                .toList();
        for (int place = 0; place < ranked.size(); place++) {
            lines.put(
                    "cpu_top" + ranked.get(place).getKey() + " " + start,
                    Map.of("value", ranked.get(place).getValue(), "rank", place + 1.0));
        }
    }

    /** The value of a host in a window, or the one that it holds. */
    private static OptionalDouble value(Rule rule, List<Sample> ofHost, long start) {
        List<Sample> until =
                ofHost.stream().filter(sample -> sample.start() <= start).toList();
        if (until.isEmpty()) {
            return OptionalDouble.empty();
        }
        Sample last = until.get(until.size() - 1);
        boolean isSilent = last.start() < start;
        if (isSilent && !(rule.isHeld() && start - last.nanos <= rule.holdMillis * NANOS_PER_MILLI)) {
            return OptionalDouble.empty();
        }
        List<Sample> window =
                until.stream().filter(sample -> sample.start() == last.start()).toList();
        IntStream values = window.stream().mapToInt(Sample::value);
        return switch (rule.of) {
            case "mean" -> values.average();
            case "last" -> OptionalDouble.of(last.value);
            case "first" -> OptionalDouble.of(window.get(0).value);
            case "min" -> OptionalDouble.of(values.min().orElseThrow());
            case "max" -> OptionalDouble.of(values.max().orElseThrow());
            case "sum" -> OptionalDouble.of(values.sum());
            case "count" -> OptionalDouble.of(window.size());
            default -> increase(until, until.size() - window.size());
        };
    }

    /** The growth of a counter from the last value before the window, which begins at a place of the list. */
    private static OptionalDouble increase(List<Sample> until, int begin) {
        int from = Math.max(begin, 1);
        double sum = 0;
        for (int place = from; place < until.size(); place++) {
            int step = until.get(place).value - until.get(place - 1).value;
            sum += step < 0 ? until.get(place).value : step;
        }
        return from < until.size() ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }
}
