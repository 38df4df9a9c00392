package io.weir.benchmarks.processing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.benchmarks.NoCheckpoint;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.processing.account.StateBudget;
import io.weir.processing.aggregate.Aggregator;
import io.weir.processing.aggregate.PartialAggregator;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.PlanScope;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.time.LogClock;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of aggregation alone per metric. Batches of 1000 metrics with one field each, from
 * 100 000 series in turn, six values per second and series, 1 % out of order. Windows close
 * meanwhile, and a tick arrives every second; it closes the windows of groups. Filling the batch is
 * included; reading and writing lines is not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(AggregatorBenchmark.SERIES)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
public class AggregatorBenchmark {
    static final int SERIES = 100_000;
    private static final int BATCH = 1_000;
    private static final int ROUNDS_PER_SECOND = 6;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final byte[] LINE = "value=12.345".getBytes(US_ASCII);

    /** The windows of a rule, named for JMH's {@code -p windows=…}. */
    public enum Windows {
        MEAN_1S("functions: [mean], window: 1s"),
        MEAN_1S_REPEATS_COUNT("functions: [mean], window: 1s, repeats: count"),
        MEAN_1S_REVISED("functions: [mean], window: 1s, late: revise, for: 10s"),
        FIVE_1S("functions: [mean, min, max, first, last], window: 1s"),
        STDDEV_1S("functions: [stddev], window: 1s"),
        MEAN_10S("functions: [mean], window: 10s"),
        MEAN_10S_EVERY_1S("functions: [mean], window: 10s, every: 1s"),
        P95_10S("functions: [p95], window: 10s"),
        GROUP_SUM_1S("functions: [sum], window: 1s, by: [detector]"),
        GROUP_SAMPLES_1S("functions: [sum], of: samples, window: 1s, by: [detector]");

        private final String yaml;

        Windows(String yaml) {
            this.yaml = yaml;
        }

        boolean isOverGroups() {
            return yaml.contains("by:");
        }
    }

    @Param
    private Windows windows = Windows.MEAN_1S;

    private final MetricBatch batch = new MetricBatch();
    private final double[] values = new Random(7).doubles(SERIES).toArray();
    private final Random random = new Random(8);
    private SeriesStates states = states("version: 1");
    private Aggregator aggregator = aggregator(states);
    private PartialAggregator partials = partials(states);
    private long nanos = 1_700_000_000 * NANOS_PER_SECOND;
    private long offset;
    private int round;
    private int closedGroups;

    /** Adds the series. */
    @Setup
    public void setUp() {
        states = states(
                "version: 1\naggregate: [{name: a, match: {measurement: cpu}, fields: [value], " + windows.yaml + "}]");
        aggregator = aggregator(states);
        partials = partials(states);
        for (int i = 0; i < SERIES; i++) {
            byte[] series = "cpu,detector=TPC,hostname=flp%05d,rolename=flp"
                    .formatted(i)
                    .getBytes(US_ASCII);
            states.add(series, SeriesHash.of(series, 0, series.length), 0);
        }
    }

    /** Aggregates one value of each series. */
    @Benchmark
    public int perMetric() {
        int closed = 0;
        for (int first = 0; first < SERIES; first += BATCH) {
            nanos += NANOS_PER_SECOND * BATCH / SERIES / ROUNDS_PER_SECOND;
            batch.wrap(states, LINE, offset++, nanos / 1_000_000);
            for (int slot = first; slot < first + BATCH; slot++) {
                add(slot);
            }
            aggregate();
            closed += batch.size() - BATCH;
        }
        if (++round % ROUNDS_PER_SECOND == 0) {
            batch.wrap(states, new byte[0], offset++, nanos / 1_000_000);
            states.clock().tick(new LogClock.Tick("gateway", nanos / 1_000_000));
            aggregate();
            if (windows.isOverGroups()) {
                partials.close((key, window) -> closedGroups++);
                closed += closedGroups;
            }
        }
        return closed;
    }

    private void aggregate() {
        aggregator.apply(batch);
        if (windows.isOverGroups()) {
            partials.add(batch);
        }
    }

    private void add(int slot) {
        long stamp = random.nextInt(100) == 0 ? nanos - NANOS_PER_SECOND : nanos;
        batch.addRawMetric(slot, stamp);
        int number = states.fieldNumber(slot, LINE, 0, 5, 0);
        int field = batch.addRawField(0, 5, LINE.length, number, states.field(slot, number));
        batch.setRaw(field, FieldType.FLOAT, values[slot]);
    }

    private static SeriesStates states(String rules) {
        return new SeriesStates(
                Rules.fixed(RuleLoader.parse("benchmark", rules)),
                PlanScope.INPUT,
                3_600_000,
                30_000,
                StateBudget.UNLIMITED,
                1_000);
    }

    private static Aggregator aggregator(SeriesStates states) {
        return new Aggregator(
                states,
                new NoCheckpoint(),
                new FutureLimit(FutureLimit.DEFAULT.toNanos()),
                new ProcessingMeters(new SimpleMeterRegistry()));
    }

    private static PartialAggregator partials(SeriesStates states) {
        return new PartialAggregator(
                states,
                new NoCheckpoint(),
                new FutureLimit(FutureLimit.DEFAULT.toNanos()),
                new ProcessingMeters(new SimpleMeterRegistry()));
    }
}
