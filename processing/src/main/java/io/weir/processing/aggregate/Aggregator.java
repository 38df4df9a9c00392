package io.weir.processing.aggregate;

import io.weir.contract.rule.AggregateFunction;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.AggregatePlan;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesState;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.stage.Stage;
import io.weir.processing.time.LogClock;
import io.weir.processing.window.Windows;
import java.util.Arrays;
import java.util.List;

/**
 * Adds the metrics of a batch to the windows of their series and appends the results of windows that close: those that the
 * series' own time has passed, and at a tick those of silent series. One per task.
 */
public final class Aggregator implements Stage {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SeriesStates states;
    private final Checkpoint checkpoint;
    private final ProcessingMeters meters;

    /** Aggregates into these states. */
    public Aggregator(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters) {
        this.states = states;
        this.checkpoint = checkpoint;
        this.meters = meters;
    }

    @Override
    public void apply(MetricBatch batch) {
        int rawSize = batch.rawSize();
        for (int metric = 0; metric < rawSize; metric++) {
            List<AggregatePlan> plans = batch.state(metric).plan().aggregates();
            if (!plans.isEmpty()) {
                for (int i = 0; i < plans.size(); i++) {
                    add(batch, metric, i, plans.get(i));
                }
                states.noteWindows(batch.slot(metric));
            }
        }
        if (batch.isTick() && states.clock().nowMillis() != LogClock.UNKNOWN) {
            closeSilent(batch, states.clock().nowMillis() * NANOS_PER_MILLI);
        }
        meters.windows(batch.size() - rawSize);
    }

    private void add(MetricBatch batch, int metric, int aggregate, AggregatePlan plan) {
        Windows windows = batch.state(metric).windows(aggregate);
        boolean hasValue = false;
        for (int field = batch.fieldFrom(metric); field < batch.fieldTo(metric); field++) {
            int wanted = wanted(plan, batch, metric, field);
            if (wanted >= 0) {
                hasValue |= add(windows, wanted, batch, metric, field);
            }
        }
        if (hasValue) {
            windows.observe(batch.timestamp(metric), batch.receivedMillis() * NANOS_PER_MILLI);
            close(batch, batch.slot(metric), batch.state(metric), aggregate, windows.closable());
        }
    }

    /** Returns whether the field holds a number at all. */
    private boolean add(Windows windows, int wanted, MetricBatch batch, int metric, int field) {
        if (!batch.type(field).isNumber()) {
            meters.notNumeric();
            return false;
        }
        if (!windows.add(batch.timestamp(metric), wanted, batch.number(field))) {
            meters.late();
        }
        return true;
    }

    private static int wanted(AggregatePlan plan, MetricBatch batch, int metric, int field) {
        List<byte[]> keys = plan.fields();
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            if (Arrays.equals(key, 0, key.length, batch.bytes(metric), batch.keyFrom(field), batch.keyTo(field))) {
                return i;
            }
        }
        return -1;
    }

    private void closeSilent(MetricBatch batch, long logNanos) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.closesAt(slot) <= logNanos && !checkpoint.includes(slot)) {
                SeriesState state = states.state(slot);
                for (int i = 0; i < state.plan().aggregates().size(); i++) {
                    close(batch, slot, state, i, state.windows(i).closableAtLogTime(logNanos));
                }
                states.noteWindows(slot);
                checkpoint.touch(slot);
            }
        }
    }

    private static void close(MetricBatch batch, int slot, SeriesState state, int aggregate, int count) {
        Windows windows = state.windows(aggregate);
        AggregatePlan plan = state.plan().aggregates().get(aggregate);
        for (int window = 0; window < count; window++) {
            batch.addComputedMetric(slot, state, 1 + aggregate, windows.start(window));
            for (int field = 0; field < plan.fields().size(); field++) {
                if (windows.count(window, field) > 0) {
                    emit(batch, windows, window, field, plan);
                }
            }
        }
        windows.close(count);
    }

    private static void emit(MetricBatch batch, Windows windows, int window, int field, AggregatePlan plan) {
        for (int i = 0; i < plan.functions().size(); i++) {
            AggregateFunction function = plan.functions().get(i);
            byte[] key = plan.resultKey(field, i);
            if (function == AggregateFunction.COUNT) {
                batch.addComputedField(key, windows.count(window, field));
            } else {
                double value = windows.value(window, field, function);
                // A sum may overflow to infinity, which line protocol can't spell.
                if (Double.isFinite(value)) {
                    batch.addComputedField(key, value);
                }
            }
        }
    }
}
