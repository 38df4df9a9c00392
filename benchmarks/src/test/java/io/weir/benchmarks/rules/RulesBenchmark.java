package io.weir.benchmarks.rules;

import io.weir.benchmarks.NoCheckpoint;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.processing.account.StateBudget;
import io.weir.processing.series.PlanCompiler;
import io.weir.processing.series.PlanScope;
import io.weir.processing.series.SeriesPlan;
import io.weir.processing.series.SeriesStates;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a growing number of rules: per new series, and per switch of a task with 100 000
 * series.
 */
@State(Scope.Thread)
@Fork(1)
public class RulesBenchmark {
    private static final long HOUR_MILLIS = 3_600_000;

    /** Number of rules of all kinds in the file. */
    @Param({"10", "100", "1000", "10000"})
    private int rules;

    private final byte[][] series = StandardSeries.all();
    private RuleFile before = RuleFile.passThrough();
    private RuleFile after = before;
    private PlanCompiler compiler = new PlanCompiler(before, PlanScope.INPUT);
    private SeriesStates states = states();
    private int next;

    /** Reads both rule files, unmeasured. */
    @Setup
    public void read() {
        before = ManyRules.of(rules, 0);
        after = ManyRules.of(rules, StandardSeries.COUNT / 2);
        compiler = new PlanCompiler(before, PlanScope.INPUT);
    }

    /** Adds all series under the first file. */
    @Setup(Level.Iteration)
    public void fill() {
        states = states();
        for (byte[] each : series) {
            states.add(each, SeriesHash.of(each, 0, each.length), 0);
        }
    }

    /** Selects the rules of an unseen series. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Warmup(iterations = 3, time = 1)
    @Measurement(iterations = 5, time = 1)
    public SeriesPlan newSeries() {
        next = (next + 1) % series.length;
        return compiler.compile(series[next], FarmState.NONE::at);
    }

    /** Switches to other rules, with all series and their state. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    @Warmup(iterations = 3)
    @Measurement(iterations = 5)
    public int switchOfAllSeries() {
        return states.switchTo(after, new NoCheckpoint());
    }

    private SeriesStates states() {
        return new SeriesStates(
                Rules.fixed(before), PlanScope.INPUT, HOUR_MILLIS, HOUR_MILLIS, StateBudget.UNLIMITED, 1_000);
    }
}
