package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Series that are silent for longer than the expiry: closed windows stay closed, and hosts with
 * wrong clocks lose nothing.
 */
class ForgottenWindowsTest {

    private static final long EXPIRY_SECONDS = 3_600;
    private static final long START = 1_800_000_000;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate: [{name: a, match: {measurement: cpu}, fields: [value], functions: [mean, count], window: 1s, late: drop}]
            """);

    @Test
    void aLateValueDoesNotReopenAWindow() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            assertThat(closesThreeWindows(rig)).hasSize(3);
            silence(rig, START + 20, START + 20 + 2 * EXPIRY_SECONDS);
            assertThat(rig.store().workingSet().size()).isZero();

            lateAndFresh(rig, START + 20 + 2 * EXPIRY_SECONDS);
        }
    }

    @Test
    void aLateValueDoesNotReopenAWindowAfterARestart() {
        List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();
        long later = START + 20 + 2 * EXPIRY_SECONDS;
        try (TopologyRig rig = new TopologyRig(RULES)) {
            assertThat(closesThreeWindows(rig)).hasSize(3);
            silence(rig, START + 20, later);
            changelog.addAll(rig.output(TopologyRig.CHANGELOG));
        }
        try (TopologyRig rig = new TopologyRig(RULES)) {
            changelog.forEach(record -> rig.store().restore(record.key(), record.value()));
            assertThat(rig.store().workingSet().size()).isZero();

            lateAndFresh(rig, later);
        }
    }

    /** Windows that are longer than the expiry are closed while the series is silent. */
    @Test
    void aLateValueDoesNotReopenALongWindow() {
        RuleFile rules = RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: day, match: {measurement: cpu}, fields: [value], functions: [count], window: 1d, late: drop}
                  - {name: second, match: {measurement: cpu}, fields: [value], functions: [count], window: 1s, late: drop}
                """);
        long day = 86_400;
        long midnight = (START / day + 1) * day;
        for (boolean isForgotten : new boolean[] {true, false}) {
            try (TopologyRig rig = new TopologyRig(rules)) {
                tick(rig, START);
                send(rig, START, START, 1);
                silence(rig, START, midnight + (isForgotten ? 2 * EXPIRY_SECONDS : 100));
                assertThat(rig.lines(rig.topics.storage()))
                        .containsExactly(
                                "cpu_1s,host=a value_count=1i " + nanos(START),
                                "cpu_1d,host=a value_count=1i " + nanos(midnight - day));

                send(rig, midnight + 100, START + 2 * EXPIRY_SECONDS, 2);
                send(rig, midnight + 100, START, 3);
                silence(rig, midnight + 100, midnight + 2 * day);
                assertThat(rig.lines(rig.topics.storage()))
                        .containsExactly("cpu_1s,host=a value_count=1i " + nanos(START + 2 * EXPIRY_SECONDS));
                assertThat(late(rig)).isEqualTo(3);
            }
        }
    }

    private static List<String> closesThreeWindows(TopologyRig rig) {
        send(rig, START, START, 1);
        send(rig, START + 1, START + 1, 2);
        send(rig, START + 9, START + 9, 3);
        silence(rig, START + 9, START + 20);
        return rig.lines(rig.topics.storage());
    }

    /**
     * Sends two late values, the second in a later window than the first, and one that is not late.
     */
    private static void lateAndFresh(TopologyRig rig, long second) {
        send(rig, second, START, 99);
        send(rig, second, START + 9, 99);
        send(rig, second, second - EXPIRY_SECONDS / 2, 7);
        silence(rig, second, second + EXPIRY_SECONDS);

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly("cpu_1s,host=a value_mean=7.0,value_count=1i " + nanos(second - EXPIRY_SECONDS / 2));
        assertThat(late(rig)).isEqualTo(2);
    }

    @Test
    void aHostThatAlwaysLagsLosesNothing() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            long lag = 2 * EXPIRY_SECONDS;
            Set<String> windows = new HashSet<>();
            long now = START;
            for (int life = 0; life < 3; life++) {
                for (int i = 0; i < 10; i++, now++) {
                    send(rig, now, now - lag, i);
                    tick(rig, now);
                    windows.add(Long.toString(nanos(now - lag)));
                }
                silence(rig, now, now + 2 * EXPIRY_SECONDS);
                now += 2 * EXPIRY_SECONDS;
            }
            assertThat(rig.lines(rig.topics.storage()))
                    .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .containsExactlyInAnyOrderElementsOf(windows);
            assertThat(late(rig)).isZero();
        }
    }

    @Test
    void oldDataOfANewSeriesIsAggregated() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            tick(rig, START);
            for (int second = 0; second < 10; second++) {
                send(rig, START, 1_000_000 + second, second);
            }
            tick(rig, START + 10);
            assertThat(rig.lines(rig.topics.storage())).hasSize(10);
            assertThat(late(rig)).isZero();
        }
    }

    @Test
    void aLateValueDoesNotReopenAGroupWindow() {
        RuleFile groups = RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate: [{name: a, match: {measurement: cpu}, by: [], fields: [value], functions: [mean], window: 1s}]
                """);
        try (TopologyRig rig = new TopologyRig(groups)) {
            tick(rig, START);
            send(rig, START, START, 1);
            silence(rig, START, START + 2 * EXPIRY_SECONDS);
            assertThat(rig.output(rig.topics.partials())).anyMatch(record -> record.value().length > 0);

            send(rig, START + 2 * EXPIRY_SECONDS, START, 99);
            tick(rig, START + 2 * EXPIRY_SECONDS + 10);
            assertThat(late(rig)).isEqualTo(1);
            assertThat(rig.output(rig.topics.partials())).allMatch(record -> record.value().length == 0);
        }
    }

    /**
     * Each window is made once, whatever arrives late, even from hosts with constantly wrong
     * clocks.
     */
    @Test
    void eachWindowIsWrittenOnce() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        double late = 0;
        for (int round = 0; round < 20; round++) {
            late += round(random, "seed " + seed + " round " + round);
        }
        assertThat(late).isPositive();
    }

    /** An entry about a forgotten series is saved before the slot of the series is free. */
    @Test
    void aCrashChangesNothing() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Consumer<TopologyRig>> inputs = inputs(random);
        List<List<String>> lines = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> changelog = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (Consumer<TopologyRig> input : inputs) {
                input.accept(rig);
                lines.add(rig.lines(rig.topics.storage()));
                changelog.add(rig.output(TopologyRig.CHANGELOG));
            }
        }
        for (int crash = 0; crash < 30; crash++) {
            int committed = random.nextInt(inputs.size());
            int checkpointed = committed + random.nextInt(Math.min(5, inputs.size() - committed));
            Map<String, String> written = points(lines.subList(0, checkpointed));
            try (TopologyRig rig = new TopologyRig(RULES)) {
                for (int offset = 0; offset < committed; offset++) {
                    rig.batch(0, "# only moves the offset");
                }
                new CutCheckpoint(concat(changelog.subList(0, committed)), concat(changelog.subList(0, checkpointed)))
                        .restore(rig.store(), random);
                inputs.subList(committed, inputs.size()).forEach(input -> input.accept(rig));
                written.putAll(points(List.of(rig.lines(rig.topics.storage()))));
            }
            assertThat(written)
                    .as("seed %d crash %d at %d", seed, crash, committed)
                    .isEqualTo(points(lines));
        }
    }

    /** Series of several blocks, silences, and late values, each with a different value. */
    private static List<Consumer<TopologyRig>> inputs(Random random) {
        List<Consumer<TopologyRig>> inputs = new ArrayList<>();
        long now = START;
        for (int life = 0; life < 3; life++) {
            for (int i = 0; i < 30; i++, now++) {
                StringBuilder lines = new StringBuilder();
                for (int line = random.nextInt(20); line >= 0; line--) {
                    long behind = life > 0 && random.nextInt(3) == 0 ? random.nextLong(now - START) : 0;
                    lines.append("cpu,host=%d value=%d %d\n"
                            .formatted(random.nextInt(100), inputs.size() * 100 + line, nanos(now - behind)));
                }
                long at = now;
                inputs.add(rig -> rig.batch(at * 1_000, lines.toString()));
                inputs.add(rig -> tick(rig, at));
            }
            for (long end = now + EXPIRY_SECONDS + 100; now < end; now += 50) {
                long at = now;
                inputs.add(rig -> tick(rig, at));
            }
        }
        return inputs;
    }

    private static <T> List<T> concat(List<List<T>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    /** The final content of a store, by series and timestamp. */
    private static Map<String, String> points(List<List<String>> lines) {
        Map<String, String> points = new HashMap<>();
        for (String line : concat(lines)) {
            String[] parts = line.split(" ");
            points.put(parts[0] + " " + parts[2], parts[1]);
        }
        return points;
    }

    private static double round(Random random, String run) {
        // At 10 s ahead, the nanoseconds of the step would make a value one of the future.
        long[] skew = random.longs(4, -3 * EXPIRY_SECONDS, 10).toArray();
        List<Host> hosts = LongStream.range(0, skew.length).mapToObj(Host::new).toList();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            long now = START;
            for (int step = 0; step < 150; step++) {
                long next = now + (random.nextInt(12) == 0 ? random.nextLong(3 * EXPIRY_SECONDS) : random.nextInt(3));
                if (next - now > 50 || random.nextBoolean()) {
                    silence(rig, now, next);
                    hosts.forEach(host -> host.pass(next));
                }
                now = next;
                int host = random.nextInt(skew.length);
                long behind = random.nextInt(4) > 0 ? 0 : random.nextLong(1L << random.nextInt(1, 15));
                long stamp = now + skew[host] - behind;
                // No two values have the same timestamp, which would be one point.
                rig.batch(now * 1_000, "cpu,host=" + host + " value=1 " + (nanos(stamp) + step));
                hosts.get(host).value(stamp, now);
            }
            silence(rig, now, now + 10 * EXPIRY_SECONDS);
            hosts.forEach(host -> host.pass(Long.MAX_VALUE / 2));
            assertThat(rig.lines(rig.topics.storage()))
                    .as("%s skew %s", run, Arrays.toString(skew))
                    .containsExactlyInAnyOrderElementsOf(
                            hosts.stream().flatMap(host -> host.made.stream()).toList());
            assertThat(late(rig))
                    .as(run)
                    .isEqualTo(hosts.stream().mapToInt(host -> host.late).sum());
            return late(rig);
        }
    }

    /** The oracle: a host that is never forgotten. Times are seconds. */
    private static final class Host {
        private final long number;
        private final TreeMap<Long, Integer> open = new TreeMap<>();
        private final List<String> made = new ArrayList<>();
        private long latest = Long.MIN_VALUE;
        private long lag;
        private long closed = Long.MIN_VALUE;
        private int late;

        Host(long number) {
            this.number = number;
        }

        void value(long stamp, long received) {
            if (stamp + 3 <= closed) {
                late++;
            } else {
                open.merge(stamp, 1, Integer::sum);
            }
            if (stamp >= latest) {
                latest = stamp;
                lag = received - stamp;
                closed = Math.max(closed, stamp);
                close(latest);
            }
        }

        void pass(long now) {
            close(now - lag);
        }

        /** A window of a second closes 2 s after its end in the host's own clock. */
        private void close(long clock) {
            while (!open.isEmpty() && open.firstKey() + 3 <= clock) {
                long start = open.firstKey();
                closed = Math.max(closed, start + 3);
                made.add("cpu_1s,host=" + number + " value_mean=1.0,value_count=" + open.remove(start) + "i "
                        + nanos(start));
            }
        }
    }

    private static void silence(TopologyRig rig, long from, long until) {
        for (long second = from; second < until; second += 50) {
            tick(rig, second);
        }
        tick(rig, until);
    }

    private static void send(TopologyRig rig, long received, long stamp, int value) {
        rig.batch(received * 1_000, "cpu,host=a value=" + value + " " + nanos(stamp));
    }

    private static void tick(TopologyRig rig, long second) {
        rig.tick("g", second * 1_000);
    }

    private static long nanos(long second) {
        return second * 1_000_000_000;
    }

    private static double late(TopologyRig rig) {
        return rig.count("weir.processing.late");
    }
}
