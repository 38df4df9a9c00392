package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * {@code integral} and {@code time-average} of silent series. A value lasts until the next one,
 * unless the series is silent for longer than the expiry: then it is forgotten.
 */
class LastingValuesTest {

    private static final long EXPIRY = 3_600;
    private static final long WINDOW = 60;
    private static final long START = 1_800_000_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: single, match: {measurement: m}, fields: [v], functions: [integral, time-average, count], window: 1m, as: single}
              - {name: group, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: integral, window: 1m, as: group}
            """);

    @Test
    void aSilenceCountsInTheWindowOfTheNextValue() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            send(rig, START, 2);
            send(rig, START + 30, 4);
            pass(rig, START + 30, START + 600);
            assertThat(single(rig))
                    .containsExactly("single v_integral=60.0,v_time_average=2.0,v_count=2i " + nanos(START));

            send(rig, START + 640, 8);
            pass(rig, START + 640, START + 1_000);

            assertThat(single(rig))
                    .containsExactly("single v_integral=2440.0,v_time_average=4.0,v_count=1i " + nanos(START + 600));
        }
    }

    @Test
    void aForgottenSeriesBeginsAgain() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            long later = START + 3 * EXPIRY;
            send(rig, START, 2);
            send(rig, START + 30, 4);
            pass(rig, START + 30, later);
            single(rig);

            send(rig, later, 8);
            pass(rig, later, later + 70);
            send(rig, later + 70, 9);
            pass(rig, later + 70, later + 300);

            assertThat(single(rig))
                    .containsExactly(
                            "single v_count=1i " + nanos(later),
                            "single v_integral=560.0,v_time_average=8.0,v_count=1i " + nanos(later + 60));
        }
    }

    /** Some silences are longer than the expiry; a restart changes nothing. */
    @Test
    void windowsEqualThoseOfAnOracle() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 8; round++) {
            List<Long> times = times(random);
            List<String> got = run(times, random.nextInt(times.size()), random);

            assertThat(got.stream().filter(line -> line.startsWith("single")))
                    .as("seed %d round %d", seed, round)
                    .containsExactlyElementsOf(single(times));
            assertThat(got.stream().filter(line -> line.startsWith("group v_sum")))
                    .as("seed %d round %d", seed, round)
                    .containsExactlyElementsOf(group(times));
        }
    }

    /** Distances in seconds that are not close to the expiry. */
    private static List<Long> times(Random random) {
        List<Long> times = new ArrayList<>();
        long now = START;
        for (int i = 0; i < 40; i++) {
            times.add(now);
            now += switch (random.nextInt(8)) {
                case 0 -> EXPIRY + 300 + random.nextInt(10_000);
                case 1, 2 -> 1 + random.nextLong(EXPIRY - 300);
                default -> 1 + random.nextInt(100);
            };
        }
        return times;
    }

    /** Sends value {@code i} at the time {@code i}; restarts before one of them. */
    private static List<String> run(List<Long> times, int restart, Random random) {
        TopologyRig rig = new TopologyRig(RULES);
        List<String> lines = new ArrayList<>();
        int raw = 0;
        int partials = 0;
        for (int i = 0; i < times.size(); i++) {
            if (i == restart) {
                lines.addAll(rig.lines(rig.topics.storage()));
                partials = rig.output(rig.topics.partials()).size();
                rig = restarted(rig, raw, partials, random);
            }
            send(rig, times.get(i), i);
            long next = i + 1 < times.size() ? times.get(i + 1) : times.get(i) + 1_000;
            raw += 1 + pass(rig, times.get(i), next);
        }
        lines.addAll(rig.lines(rig.topics.storage()));
        rig.close();
        return lines;
    }

    private static TopologyRig restarted(TopologyRig before, int raw, int partials, Random random) {
        TopologyRig after = new TopologyRig(RULES);
        for (int i = 0; i < raw; i++) {
            after.batch(0, "# only moves the offset");
        }
        for (int i = 0; i < partials; i++) {
            after.skipPartial();
        }
        List<TestRecord<byte[], byte[]>> series = before.output(TopologyRig.CHANGELOG);
        List<TestRecord<byte[], byte[]>> merged = before.output(TopologyRig.MERGED_CHANGELOG);
        new CutCheckpoint(series, series).restore(after.store(), random);
        new CutCheckpoint(merged, merged).restore(after.merged(), random);
        before.close();
        return after;
    }

    private static List<String> single(List<Long> times) {
        List<String> lines = new ArrayList<>();
        windows(times).forEach((start, of) -> {
            String area = of.seconds == 0
                    ? ""
                    : "v_integral=" + (double) of.area + ",v_time_average=" + (double) of.area / of.seconds + ",";
            lines.add("single " + area + "v_count=" + of.count + "i " + nanos(start));
        });
        return lines;
    }

    private static List<String> group(List<Long> times) {
        List<String> lines = new ArrayList<>();
        windows(times).forEach((start, of) -> {
            if (of.seconds > 0) {
                lines.add("group v_sum=" + (double) of.area + ",sources=1i,held=0i,samples=" + of.count + "i "
                        + nanos(start));
            }
        });
        return lines;
    }

    /** The oracle. */
    private static Map<Long, Area> windows(List<Long> times) {
        Map<Long, Area> windows = new TreeMap<>();
        for (int i = 0; i < times.size(); i++) {
            Area of = windows.computeIfAbsent(times.get(i) / WINDOW * WINDOW, start -> new Area());
            long since = i == 0 ? Long.MAX_VALUE : times.get(i) - times.get(i - 1);
            of.count++;
            if (since <= EXPIRY) {
                of.seconds += since;
                of.area += since * (i - 1);
            }
        }
        return windows;
    }

    private static final class Area {
        long area;
        long seconds;
        int count;
    }

    private static List<String> single(TopologyRig rig) {
        return rig.lines(rig.topics.storage()).stream()
                .filter(line -> line.startsWith("single"))
                .toList();
    }

    private static void send(TopologyRig rig, long second, int value) {
        rig.batch(second * 1_000, "m v=" + value + " " + nanos(second));
    }

    /** Lets time pass; returns the number of ticks. */
    private static int pass(TopologyRig rig, long from, long until) {
        int ticks = 1;
        for (long second = from; second < until; second += 50, ticks++) {
            rig.tick("g", second * 1_000);
        }
        rig.tick("g", until * 1_000);
        return ticks;
    }

    private static long nanos(long second) {
        return second * 1_000_000_000;
    }
}
