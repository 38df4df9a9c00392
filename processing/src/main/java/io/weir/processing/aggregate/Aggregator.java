package io.weir.processing.aggregate;

import io.weir.contract.rule.AggregateFunction;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.AggregateRules;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesState;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.stage.Stage;
import io.weir.processing.time.LogClock;
import io.weir.processing.window.Windows;
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
            int aggregates = batch.state(metric).rules().aggregates().size();
            if (aggregates > 0) {
                for (int i = 0; i < aggregates; i++) {
                    add(batch, metric, i);
                }
                states.noteWindows(batch.slot(metric));
            }
        }
        if (batch.isTick() && states.clock().nowMillis() != LogClock.UNKNOWN) {
            closeSilent(batch, states.clock().nowMillis() * NANOS_PER_MILLI);
        }
        meters.windows(batch.size() - rawSize);
    }

    private void add(MetricBatch batch, int metric, int aggregate) {
        SeriesState state = batch.state(metric);
        Windows windows = state.windows(aggregate);
        boolean hasValue = false;
        for (int field = batch.firstField(metric); field != MetricBatch.NONE; field = batch.nextField(field)) {
            if (state.field(0, batch.fieldNumber(field)).isTaken(aggregate)) {
                hasValue |= add(batch, metric, field, aggregate);
            }
        }
        if (hasValue) {
            windows.observe(batch.timestamp(metric), batch.receivedMillis() * NANOS_PER_MILLI);
            while (windows.close()) {
                emit(batch, batch.slot(metric), state, aggregate);
            }
        }
    }

    /** Returns whether the field holds a number at all. */
    private boolean add(MetricBatch batch, int metric, int field, int aggregate) {
        if (!batch.type(field).isNumber()) {
            meters.notNumeric();
            return false;
        }
        SeriesState state = batch.state(metric);
        Windows windows = state.windows(aggregate);
        if (!windows.add(batch.timestamp(metric), batch.fieldNumber(field), batch.number(field))) {
            meters.late(state.rules().aggregates().get(aggregate).name());
        }
        return true;
    }

    private void closeSilent(MetricBatch batch, long logNanos) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.closesAt(slot) <= logNanos && !checkpoint.includes(slot)) {
                SeriesState state = states.state(slot);
                for (int i = 0; i < state.rules().aggregates().size(); i++) {
                    while (state.windows(i).closeAtLogTime(logNanos)) {
                        emit(batch, slot, state, i);
                    }
                }
                states.noteWindows(slot);
                checkpoint.touch(slot);
            }
        }
    }

    /** Appends what the window that was closed last comes to. */
    private void emit(MetricBatch batch, int slot, SeriesState state, int aggregate) {
        Windows windows = state.windows(aggregate);
        int metric = batch.size();
        batch.addComputedMetric(slot, state, 1 + aggregate, windows.start());
        for (int column = 0; column < windows.columns(); column++) {
            if (windows.count(column) > 0) {
                emit(batch, metric, aggregate, column);
            }
        }
    }

    private void emit(MetricBatch batch, int metric, int aggregate, int column) {
        SeriesState state = batch.state(metric);
        Windows windows = state.windows(aggregate);
        AggregateRules rules = state.rules().aggregates().get(aggregate);
        int field = windows.field(column);
        List<byte[]> keys = state.field(0, field).results(aggregate).keys();
        for (int i = 0; i < keys.size(); i++) {
            AggregateFunction function = rules.functions().get(i);
            if (function.kind() == AggregateFunction.Kind.COUNT) {
                batch.addField(metric, rules.result(field, i), keys.get(i), windows.count(column));
                continue;
            }
            double value = windows.value(column, function);
            if (Double.isFinite(value)) {
                batch.addField(metric, rules.result(field, i), keys.get(i), value);
            } else {
                meters.undefined(rules.name());
            }
        }
    }
}
