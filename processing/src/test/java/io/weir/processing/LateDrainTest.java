package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A gateway is cut off from Kafka and killed. After its restart it sends the spool of the first run
 * under the first run's epoch. Windows wait for it up to the gateway timeout. Another gateway runs
 * throughout.
 */
class LateDrainTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-10s, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 10s, grace: 1s, late: drop}
              - {name: room, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 10s, grace: 1s, by: [room], of: samples, as: room, late: drop}
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}}
            """);

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 200 : 10;
    private static final long TIMEOUT_MILLIS =
            ProcessingConfig.defaults().gatewayTimeout().toMillis();
    private static final long WINDOW_MILLIS = 10_000;
    private static final int BEGIN = 1_000;
    private static final long FIRST_RUN = 11;
    private static final long SECOND_RUN = -12;
    private static final String LIVE = "live";
    private static final String SPOOLING = "spooling";

    /** A batch with one value. */
    private record Batch(long epoch, long number, long millis, int value) {
        String line(String host) {
            return "cpu,host=" + host + ",room=r value=" + value + " " + millis * 1_000_000;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void windowsAreThoseOfTheOracle(boolean isInTime) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        double late = 0;
        double lateOfRooms = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try (Farm farm = new Farm(random, "seed " + seed + " round " + round)) {
                int cut = BEGIN + 20 + random.nextInt(20);
                int until = cut + (isInTime ? 2 + random.nextInt(10) : 35 + random.nextInt(60));
                farm.run(cut, until);
                farm.check(isInTime);
                late += farm.late;
                lateOfRooms += farm.lateOf("room");
            }
        }
        // Only in total, because a round may cut off only values of windows that are still open.
        assertThat(late > 0).as("seed %d", seed).isEqualTo(!isInTime);
        assertThat(lateOfRooms > 0).as("seed %d", seed).isEqualTo(!isInTime);
    }

    /** The two gateways, second by second, and the expected output. */
    private static final class Farm implements AutoCloseable {
        private final TopologyRig rig = new TopologyRig(RULES);
        private final Random random;
        private final String description;
        private final Deque<Batch> spool = new ArrayDeque<>();
        private final List<Batch> delivered = new ArrayList<>();
        private final List<String> stored = new ArrayList<>();
        private final Map<String, Long> expected = new TreeMap<>();
        private final Map<String, SortedSet<Long>> open = new HashMap<>();
        private final Map<String, Long> closedUntil = new HashMap<>();
        private long number;
        private int repeated;
        private int late;
        private boolean wasReportedMissing;

        /**
         * A simple log time: the earlier of the two gateways, or the live one alone after the
         * timeout.
         */
        private long liveMillis;

        private long completeMillis;
        private long upToDateMillis;
        private boolean isLeft;
        private boolean wasLeft;
        private long logMillis;

        Farm(Random random, String description) {
            this.random = random;
            this.description = description;
        }

        /** The gateway is cut off in second {@code cut} and restarts in second {@code back}. */
        void run(int cut, int back) {
            int killed = cut + random.nextInt(back - cut) + 1;
            int batchesPerSecond = 5 + random.nextInt(20);
            int second = BEGIN;
            for (; second < back || !spool.isEmpty(); second++) {
                long millis = second * 1_000L;
                live(millis);
                if (second < cut) {
                    Batch batch = batch(FIRST_RUN, millis);
                    send(batch);
                    delivered.add(batch);
                    upToDate(millis, FIRST_RUN);
                } else if (second < killed) {
                    spool.add(batch(FIRST_RUN, millis));
                } else if (second >= back) {
                    begin(second == back);
                    spool.add(batch(SECOND_RUN, millis));
                    drain(batchesPerSecond);
                    if (!spool.isEmpty()) {
                        behind(millis);
                    } else {
                        upToDate(millis, SECOND_RUN);
                    }
                }
            }
            for (int end = second + 30; second < end; second++) {
                live(second * 1_000L);
                send(batch(SECOND_RUN, second * 1_000L));
                upToDate(second * 1_000L, SECOND_RUN);
            }
        }

        /**
         * The first run was killed before it noted that Kafka had its last batches, so they are
         * sent again.
         */
        private void begin(boolean isFirst) {
            if (isFirst) {
                number = 0;
                repeated = random.nextInt(4);
                delivered.subList(delivered.size() - repeated, delivered.size()).stream()
                        .sorted((a, b) -> Long.compare(b.number, a.number))
                        .forEach(spool::addFirst);
            }
        }

        private void drain(int most) {
            for (int i = 0; i < most && !spool.isEmpty(); i++) {
                Batch batch = spool.remove();
                if (delivered.contains(batch)) {
                    pipe(batch);
                } else {
                    send(batch);
                }
            }
        }

        private Batch batch(long epoch, long millis) {
            return new Batch(epoch, number++, millis + 100, random.nextInt(100));
        }

        private void live(long millis) {
            Batch batch = new Batch(99, millis, millis + 100, random.nextInt(100));
            expect(LIVE, batch);
            rig.batch(LIVE, batch.epoch, millis / 1_000 - BEGIN, batch.millis, batch.line(LIVE) + "\n");
            assertThat(alarming().stream().flatMap(TopologyRig::lines))
                    .as("%s: a value that alarms judge never waits", description)
                    .contains(batch.line(LIVE));
            rig.tick(LIVE, 99, millis / 1_000 - BEGIN + 1, millis + 200);
            liveMillis = millis + 200;
            isLeft |= liveMillis - upToDateMillis > TIMEOUT_MILLIS && upToDateMillis > 0;
            wasLeft |= isLeft;
            time();
        }

        private void send(Batch batch) {
            expect(SPOOLING, batch);
            pipe(batch);
        }

        private void pipe(Batch batch) {
            rig.batch(SPOOLING, batch.epoch, batch.number, batch.millis, batch.line(SPOOLING) + "\n");
        }

        private void upToDate(long millis, long epoch) {
            rig.tick(SPOOLING, epoch, number, millis + 200);
            completeMillis = millis + 200;
            upToDateMillis = millis + 200;
            isLeft = false;
            time();
        }

        private void behind(long millis) {
            long complete = spool.element().millis;
            rig.behind(SPOOLING, complete, millis + 200);
            completeMillis = isLeft ? completeMillis : Math.max(completeMillis, complete);
            time();
        }

        private void time() {
            long now = isLeft || upToDateMillis == 0 ? liveMillis : Math.min(liveMillis, completeMillis);
            logMillis = Math.max(logMillis, now);
            closeWindows();
            wasReportedMissing |= alarming().stream().anyMatch(record -> BatchHeaders.unreliable(record.headers())
                    .containsKey(SPOOLING));
            stored.addAll(rig.lines(rig.topics.storage()));
        }

        private List<TestRecord<byte[], byte[]>> alarming() {
            return rig.output(rig.topics.alarming());
        }

        /** A closed window accepts nothing. A host's values and log time close its windows. */
        private void expect(String host, Batch batch) {
            long begin = batch.millis / WINDOW_MILLIS * WINDOW_MILLIS;
            if (closesAt(begin) <= closedUntil.getOrDefault(host, 0L)) {
                late++;
                return;
            }
            open.computeIfAbsent(host, unseen -> new TreeSet<>()).add(begin);
            closedUntil.merge(host, batch.millis, Math::max);
            for (String series : List.of("cpu_10s,host=" + host + ",room=r", "room,room=r")) {
                expected.merge(series + " " + begin / 1_000 + " sum", (long) batch.value, Long::sum);
                expected.merge(series + " " + begin / 1_000 + " count", 1L, Long::sum);
            }
        }

        private void closeWindows() {
            open.forEach((host, begins) -> {
                while (!begins.isEmpty() && closesAt(begins.first()) <= logMillis) {
                    closedUntil.merge(host, closesAt(begins.first()), Math::max);
                    begins.remove(begins.first());
                }
            });
        }

        private static long closesAt(long beginMillis) {
            return beginMillis + WINDOW_MILLIS + 1_000;
        }

        /**
         * If the gateway is in time, no value is late, and the windows over both gateways are
         * complete, too.
         */
        void check(boolean isInTime) {
            Map<String, Long> got = new TreeMap<>();
            stored.forEach(line -> read(line, got));
            assertThat(checked(got, isInTime)).as(description).isNotEmpty().isEqualTo(checked(expected, isInTime));
            assertThat(rig.count("weir.processing.batches.duplicate")).isEqualTo(repeated);
            assertThat(rig.count("weir.processing.batches.missing")).isZero();
            assertThat(lateOf("cpu-10s")).as(description).isEqualTo(late);
            assertThat(wasLeft).as(description).isEqualTo(!isInTime);
            assertThat(wasReportedMissing).as(description).isEqualTo(wasLeft);
        }

        /** The points of windows that are closed at the end. */
        private Map<String, Long> checked(Map<String, Long> points, boolean isInTime) {
            Map<String, Long> checked = new TreeMap<>(points);
            checked.keySet()
                    .removeIf(point -> point.matches(".* (sources|held|samples)")
                            || (point.endsWith(" count") && points.getOrDefault(point, 0L) == 0)
                            || closesAt(Long.parseLong(point.split(" ")[1]) * 1_000) > logMillis
                            || (point.startsWith("room") && !isInTime));
            return checked;
        }

        private double lateOf(String rule) {
            Counter counter =
                    rig.meters.find("weir.processing.late").tag("rule", rule).counter();
            return counter == null ? 0 : counter.count();
        }

        private static void read(String line, Map<String, Long> to) {
            String[] parts = line.split(" ");
            String begin = " " + Long.parseLong(parts[2]) / 1_000_000_000;
            for (String field : parts[1].split(",")) {
                String[] nameAndValue = field.split("=");
                long value = Double.valueOf(nameAndValue[1].replace("i", "")).longValue();
                Long before = to.put(parts[0] + begin + " " + nameAndValue[0].replace("value_", ""), value);
                assertThat(before).as("a window is stored once: %s", line).isNull();
            }
        }

        @Override
        public void close() {
            rig.close();
        }
    }
}
