package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.BatchHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Totals of runs equal those of a simple model: for each series, and over all series of several
 * partitions, which receive each change at another moment, some of them twice. Partitions restart.
 */
class StateWindowsOracleTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: run, match: {measurement: m}, state: {run_number: run}}
            aggregate:
              - {name: hosts, match: {measurement: m}, fields: [value, counter], functions: [sum, count, max, last, increase, p50], window: {state: run}}
              - {name: total, match: {measurement: m_run}, by: [run_number], fields: [value_sum], functions: [sum, max], of: sum, window: 1s, grace: 3s, hold: 0s, as: total}
              - {name: fill, match: {measurement: m}, fields: [value], functions: [sum], window: {state: fill}, keep-raw: false}
            """);

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 60 : 20;
    private static final int PARTITIONS = 3;
    private static final int HOSTS = 7;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** One record of a partition: a line, a marker, or a tick without both. */
    private record Input(
            long millis, @Nullable Sample sample, @Nullable FarmState state) {}

    private record Sample(int host, long nanos, int value, int counter) {}

    /** The values of a host in the run, and its counter when the previous window ended. */
    private static final class Host {
        List<Sample> values = new ArrayList<>();

        @Nullable
        Sample before;
    }

    @Test
    void totalsEqualTheModel() {
        for (int round = 0; round < ROUNDS; round++) {
            List<List<Input>> logs = logs();
            TreeMap<String, String> expected = new TreeMap<>();
            List<String> raw = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                model(logs.get(partition), expected, raw);
            }
            addTotals(expected);

            List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
            List<String> stored = new ArrayList<>();
            for (List<Input> log : logs) {
                partials.add(first(log, stored));
            }
            stored.addAll(second(partials));

            String where = "seed " + seed + " round " + round;
            assertThat(stored.stream().filter(line -> line.startsWith("m,")))
                    .as(where)
                    .containsExactlyInAnyOrderElementsOf(raw);
            TreeMap<String, String> actual = new TreeMap<>();
            stored.stream()
                    .filter(line -> !line.startsWith("m,") && !line.contains("sources=0i"))
                    .forEach(line -> {
                        String[] parts = line.split(" ");
                        assertThat(actual.put(parts[0] + " " + parts[2], parts[1]))
                                .as(where + " twice: " + line)
                                .isNull();
                    });
            assertThat(actual).as(where).isEqualTo(expected);
        }
    }

    /** The state of the farm changes now and then; each partition receives it up to 1.5 s later. */
    private List<List<Input>> logs() {
        StateLog topic = new StateLog();
        List<FarmState> states = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        long millis = 1_000_000;
        for (int change = 0; change < 8; change++) {
            boolean isOfFill = random.nextInt(4) == 0;
            String value = random.nextInt(3) == 0 ? "" : Integer.toString(change);
            var unused = topic.take(change, millis, (isOfFill ? "fill" : "run").getBytes(UTF_8), value.getBytes(UTF_8));
            states.add(topic.state());
            times.add(millis);
            millis += 1_600 + random.nextInt(4_000);
        }
        List<List<Input>> logs = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            logs.add(log(partition, states, times, millis));
        }
        return logs;
    }

    private List<Input> log(int partition, List<FarmState> states, List<Long> times, long end) {
        List<Input> log = new ArrayList<>();
        Map<Integer, Long> stamps = new HashMap<>();
        int next = 0;
        long due = times.get(0) + random.nextInt(1_500);
        for (long millis = 999_000; millis < end; millis += 1 + random.nextInt(400)) {
            while (next < states.size() && due <= millis) {
                log.add(new Input(millis, null, states.get(next++)));
                due = next < states.size() ? times.get(next) + random.nextInt(1_500) : Long.MAX_VALUE;
            }
            if (next > 0 && random.nextInt(20) == 0) {
                log.add(new Input(millis, null, states.get(random.nextInt(next))));
            }
            if (random.nextInt(4) == 0) {
                log.add(new Input(millis, null, null));
            }
            int host = partition + PARTITIONS * random.nextInt(HOSTS);
            long skew = (host * 37 % 20 - 15) * 1_000L;
            long stamp = Math.max(millis + skew - random.nextInt(900), stamps.getOrDefault(host, 0L) + 1);
            stamps.put(host, stamp);
            log.add(new Input(
                    millis,
                    new Sample(host, stamp * NANOS_PER_MILLI, random.nextInt(1_000), random.nextInt(100)),
                    null));
        }
        for (int i = 1; i <= 20; i++) {
            log.add(new Input(end + i * 1_000L, null, null));
        }
        return log;
    }

    private static void model(List<Input> log, Map<String, String> expected, List<String> raw) {
        Map<Integer, Host> hosts = new TreeMap<>();
        Map<Integer, Integer> fills = new TreeMap<>();
        FarmState farm = FarmState.NONE;
        for (Input input : log) {
            if (input.sample != null) {
                hosts.computeIfAbsent(input.sample.host, unseen -> new Host())
                        .values
                        .add(input.sample);
                fills.merge(input.sample.host, input.sample.value, Integer::sum);
                boolean isInRun = !farm.value("run").isEmpty();
                boolean isInFill = !farm.value("fill").isEmpty();
                if (!isInRun) {
                    raw.add(line(input.sample, !isInFill));
                }
            } else if (input.state != null && input.state.offset() > farm.offset()) {
                end(farm, input.state, hosts, fills, expected);
                farm = input.state;
            }
        }
    }

    private static void end(
            FarmState farm,
            FarmState next,
            Map<Integer, Host> hosts,
            Map<Integer, Integer> fills,
            Map<String, String> expected) {
        String run = farm.value("run");
        String tag = run.isEmpty() ? "" : ",run_number=" + run;
        if (!farm.value("fill").equals(next.value("fill"))) {
            long nanos = next.at("fill").sinceMillis() * NANOS_PER_MILLI;
            if (!farm.value("fill").isEmpty()) {
                fills.forEach((host, sum) -> expected.put(
                        "m_fill,host=h" + host + tag + " " + nanos,
                        "value_sum=" + sum + "i,seconds=" + seconds(farm, next, "fill")));
            }
            fills.clear();
        }
        if (run.equals(next.value("run"))) {
            return;
        }
        long nanos = next.at("run").sinceMillis() * NANOS_PER_MILLI;
        hosts.forEach((host, of) -> {
            if (!run.isEmpty() && !of.values.isEmpty()) {
                expected.put(
                        "m_run,host=h" + host + tag + " " + nanos,
                        fields(of) + ",seconds=" + seconds(farm, next, "run"));
            }
            of.before = of.values.isEmpty() ? of.before : of.values.get(of.values.size() - 1);
            of.values.clear();
        });
    }

    private static String seconds(FarmState farm, FarmState next, String name) {
        return Double.toString((next.at(name).sinceMillis() - farm.at(name).sinceMillis()) / 1e3);
    }

    private static String fields(Host host) {
        return fields("value", host, Sample::value) + ',' + fields("counter", host, Sample::counter);
    }

    private static String fields(String field, Host host, Function<Sample, Integer> of) {
        List<Integer> values = host.values.stream().map(of).toList();
        @Nullable Integer before = host.before == null ? null : of.apply(host.before);
        int sum = values.stream().mapToInt(value -> value).sum();
        int max = values.stream().mapToInt(value -> value).max().orElseThrow();
        int last = values.get(values.size() - 1);
        List<Integer> sorted = values.stream().sorted().toList();
        double median = sorted.get((sorted.size() - 1) / 2);
        double increase = 0;
        Integer earlier = before;
        for (int value : values) {
            increase += earlier == null ? 0 : value < earlier ? value : value - earlier;
            earlier = value;
        }
        boolean hasIncrease = before != null || values.size() > 1;
        return "F_sum=%di,F_count=%di,F_max=%di,F_last=%di".replace("F", field).formatted(sum, values.size(), max, last)
                + (hasIncrease ? "," + field + "_increase=" + increase : "")
                + "," + field + "_p50=" + median;
    }

    /** The totals of each run: those of its hosts have the same timestamp in all partitions. */
    private static void addTotals(Map<String, String> expected) {
        Map<String, List<Long>> sums = new TreeMap<>();
        expected.forEach((seriesAndTime, fields) -> {
            if (seriesAndTime.startsWith("m_run,")) {
                long nanos = Long.parseLong(seriesAndTime.substring(seriesAndTime.indexOf(' ') + 1));
                String run = seriesAndTime.substring(seriesAndTime.indexOf(",run_number"), seriesAndTime.indexOf(' '));
                String sum = fields.substring("value_sum=".length(), fields.indexOf("i,"));
                sums.computeIfAbsent("total" + run + " " + (nanos - nanos % 1_000_000_000), unseen -> new ArrayList<>())
                        .add(Long.parseLong(sum));
            }
        });
        sums.forEach((total, each) -> expected.put(
                total,
                "value_sum_sum=%di,value_sum_max=%di,sources=%di,held=0i,samples=%di"
                        .formatted(
                                each.stream().mapToLong(sum -> sum).sum(),
                                each.stream().mapToLong(sum -> sum).max().orElseThrow(),
                                each.size(),
                                each.size())));
    }

    private static String line(Sample sample, boolean withValue) {
        return "m,host=h%d %scounter=%di %d"
                .formatted(sample.host, withValue ? "value=" + sample.value + "i," : "", sample.counter, sample.nanos);
    }

    /** Runs the first graph of a partition, with a restart; returns what it sends to merge. */
    private List<TestRecord<byte[], byte[]>> first(List<Input> log, List<String> stored) {
        int restart = random.nextInt(log.size());
        try (TopologyRig before = new TopologyRig(Rules.fixed(RULES), PARTITIONS);
                TopologyRig after = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
            log.subList(0, restart).forEach(input -> pipe(before, input));
            for (int i = 0; i < restart; i++) {
                after.batch(0, "# only moves the offset");
            }
            List<TestRecord<byte[], byte[]>> series = before.output(TopologyRig.CHANGELOG);
            new CutCheckpoint(series, series).restore(after.store(), random);
            log.subList(restart, log.size()).forEach(input -> pipe(after, input));
            Stream.of(before, after)
                    .flatMap(rig -> rig.lines(rig.topics.storage()).stream())
                    .filter(line -> !line.startsWith("m_run,"))
                    .forEach(stored::add);
            List<TestRecord<byte[], byte[]>> partials = new ArrayList<>(before.output(before.topics.partials()));
            partials.addAll(after.output(after.topics.partials()));
            return partials;
        }
    }

    private static void pipe(TopologyRig rig, Input input) {
        if (input.sample != null) {
            rig.batch(input.millis, line(input.sample, true));
        } else if (input.state != null) {
            rig.state(input.millis, input.state);
        } else {
            rig.tick("g", input.millis);
        }
    }

    /** Runs the second graph of all partitions. All groups belong to the first one. */
    private List<String> second(List<List<TestRecord<byte[], byte[]>>> partials) {
        List<String> stored = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> further = new ArrayList<>();
        for (int partition = PARTITIONS - 1; partition > 0; partition--) {
            further.add(0, merge(partition, partials, List.of(), stored));
        }
        merge(0, partials, further, stored);
        return stored;
    }

    /** Runs merge of one partition, whose log keeps the order of each source. */
    private List<TestRecord<byte[], byte[]>> merge(
            int partition,
            List<List<TestRecord<byte[], byte[]>>> partials,
            List<List<TestRecord<byte[], byte[]>>> further,
            List<String> stored) {
        List<List<TestRecord<byte[], byte[]>>> sources = new ArrayList<>();
        for (int source = 0; source < PARTITIONS; source++) {
            boolean isOwn = source == partition;
            sources.add(partials.get(source).stream()
                    .filter(record -> isOwn || goesEverywhere(record))
                    .toList());
        }
        sources.add(List.of());
        sources.addAll(further);
        try (TopologyRig rig = new TopologyRig(Rules.fixed(RULES), PARTITIONS)) {
            rig.partials(sources, random);
            stored.addAll(rig.lines(rig.topics.storage()));
            return rig.output(rig.topics.partials());
        }
    }

    private static boolean goesEverywhere(TestRecord<byte[], byte[]> record) {
        return BatchHeaders.isEmpty(record.value()) && BatchHeaders.state(record.headers()) == null;
    }
}
