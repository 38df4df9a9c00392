package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.account.Account;
import io.weir.processing.account.Use;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.SlotTimes;
import io.weir.processing.batch.Stage;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.time.LogClock;
import java.util.List;

/**
 * Adds the metrics of a batch to the windows of their series and appends the results of windows
 * that close. A metric closes the windows that the time of its series has passed. A record that
 * carries time closes windows that the series has not closed by its own time. A change of the farm's
 * state closes those of the state. One per task.
 */
public final class Aggregator implements Stage<AggregatableMetrics> {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final byte[] SECONDS = FieldKey.spelled(AggregateRule.SECONDS);

    private static final byte[] REVISION = GroupResult.REVISION.getBytes(UTF_8);

    private final AggregatedSeries states;
    private final Checkpoint checkpoint;
    private final FutureLimit future;
    private final MissedValues missed;
    private final ProcessingMeters meters;
    private final Account account;
    private final InputValue value = new InputValue();

    /** Whether the windows of the current metric may take more memory. */
    private boolean mayGrow;

    /**
     * Creates the stage of a task.
     *
     * @param future values with timestamps beyond it are in no window
     */
    public Aggregator(AggregatedSeries states, Checkpoint checkpoint, FutureLimit future, ProcessingMeters meters) {
        this.future = future;
        this.missed = new MissedValues(states.late(), meters);
        this.states = states;
        this.checkpoint = checkpoint;
        this.meters = meters;
        this.account = states.account();
    }

    @Override
    public void apply(AggregatableMetrics batch) {
        int rawSize = batch.rawSize();
        for (int metric = 0; metric < rawSize; metric++) {
            int aggregates = batch.rules(metric).aggregates().size();
            if (aggregates > 0 && future.isBeyond(batch.timestamp(metric), batch.receivedMillis())) {
                passOver(batch, metric, aggregates);
            } else if (aggregates > 0) {
                add(batch, metric, aggregates);
            }
        }
        for (int clock = 0; batch.carriesTime() && clock < states.windowClocks().count(); clock++) {
            long now = states.windowClocks().reachedMillis(clock);
            if (now != LogClock.UNKNOWN) {
                closeByLogTime(batch, clock, now * NANOS_PER_MILLI);
            }
        }
        FarmState next = states.takeNextState();
        if (next != null) {
            closeStates(batch, next);
        }
        meters.windows(batch.size() - rawSize);
    }

    /** Counts the values of a metric whose timestamp is too far ahead. */
    private void passOver(AggregatableMetrics batch, int metric, int aggregates) {
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            for (int i = 0; i < aggregates; i++) {
                if (batch.rules(metric, field).isAggregated(i)) {
                    passOver(
                            batch,
                            metric,
                            field,
                            batch.rules(metric).aggregates().get(i));
                }
            }
        }
    }

    private void passOver(AggregatableMetrics batch, int metric, int field, AggregateRules rules) {
        if (rules.isRevised()) {
            return;
        }
        if (rules.input().takes(batch.type(field))) {
            missed.ahead(batch, metric, field, rules.name(), rules.storesLate());
        } else if (rules.countsOthers()) {
            meters.notNumeric();
        }
    }

    private void add(AggregatableMetrics batch, int metric, int aggregates) {
        int slot = batch.slot(metric);
        mayGrow = !account.isTight()
                || states.mayGrow(slot, Use.WINDOWS, account.lines().start(metric));
        boolean hasGrown = false;
        for (int i = 0; i < aggregates; i++) {
            SeriesWindows windows = states.windows(slot, i);
            add(batch, metric, i, windows);
            hasGrown |= windows.takeGrowth();
        }
        noteNext(slot, aggregates);
        if (hasGrown) {
            states.state(slot).count();
        }
    }

    private void noteNext(int slot, int aggregates) {
        if (states.windowClocks().count() > 1) {
            for (int clock = 0; clock < states.windowClocks().count(); clock++) {
                states.closeTimes(clock).set(slot, states.state(slot).closesAt(clock));
            }
            return;
        }
        long closesAt = SeriesWindows.NEVER;
        for (int i = 0; i < aggregates; i++) {
            closesAt = Math.min(closesAt, states.windows(slot, i).closesAtLogTime());
        }
        states.closeTimes(0).set(slot, closesAt);
    }

    private void add(AggregatableMetrics batch, int metric, int aggregate, SeriesWindows windows) {
        AggregateRules rules = batch.rules(metric).aggregates().get(aggregate);
        boolean hasValue = false;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            if (batch.rules(metric, field).isAggregated(aggregate)) {
                hasValue |= addValue(batch, metric, field, aggregate, rules, windows);
            }
        }
        if (hasValue) {
            long received = batch.carriesTime()
                    ? batch.timestamp(metric) + batch.rules(metric).ageNanos()
                    : batch.receivedMillis() * NANOS_PER_MILLI;
            windows.observe(
                    batch.timestamp(metric),
                    received,
                    batch.carriesTime() || states.clock().isReceiptKnown());
            while (windows.close()) {
                emit(batch, batch.slot(metric), aggregate, windows);
            }
        }
    }

    /** Returns false if the field has no value for windows or its window was refused memory. */
    private boolean addValue(
            AggregatableMetrics batch,
            int metric,
            int field,
            int aggregate,
            AggregateRules rules,
            SeriesWindows windows) {
        if (!rules.input().takes(batch.type(field)) || !value.read(batch, field, rules.input())) {
            if (!rules.isRevised()) {
                missValue(batch, metric, field, rules);
            }
            return false;
        }
        Added added = windows.add(
                batch.timestamp(metric), batch.fieldNumber(field), value.bits(), value.isInteger(), mayGrow);
        if (windows instanceof RevisedWindows revised) {
            SeriesWindows first = states.windows(batch.slot(metric), aggregate - 1);
            revise(batch, metric, field, rules, first.isLate(batch.timestamp(metric)), revised, added);
        } else {
            note(batch, metric, field, rules, added);
        }
        return added != Added.REFUSED;
    }

    private void note(AggregatableMetrics batch, int metric, int field, AggregateRules rules, Added added) {
        if (added.isLate() && !rules.isRevised()) {
            missed.late(batch, metric, field, rules.name(), rules.storesLate());
        } else if (added == Added.REFUSED) {
            account.lines().refuse(metric, Use.WINDOWS);
        }
        if (added.isRepeat() || added.isUnchecked()) {
            meters.repeat(rules.name(), added.isRepeat());
        }
    }

    private void missValue(AggregatableMetrics batch, int metric, int field, AggregateRules rules) {
        if (rules.input().takes(batch.type(field))) {
            missed.undefined(batch, metric, field, rules.name(), rules.storesLate());
        } else if (rules.countsOthers()) {
            meters.notNumeric();
        }
    }

    /** @param isLate whether a value was too late for the first result */
    private void revise(
            AggregatableMetrics batch,
            int metric,
            int field,
            AggregateRules rules,
            boolean isLate,
            RevisedWindows windows,
            Added added) {
        long timestamp = batch.timestamp(metric);
        if (added == Added.REFUSED) {
            windows.miss(timestamp);
            account.lines().refuse(metric, Use.WINDOWS);
        } else if (isLate && windows.revise(timestamp, added, mayGrow) && !added.isLate()) {
            meters.revised(rules.name());
        } else if (isLate) {
            missed.late(batch, metric, field, rules.name(), rules.storesLate());
        }
    }

    private void closeByLogTime(AggregatableMetrics batch, int clock, long nowNanos) {
        SlotTimes times = states.closeTimes(clock);
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (times.get(slot) <= nowNanos && !checkpoint.includes(slot)) {
                int aggregates = states.rules(slot).aggregates().size();
                for (int i = 0; i < aggregates; i++) {
                    if (states.rules(slot).aggregates().get(i).clock() == clock) {
                        SeriesWindows windows = states.windows(slot, i);
                        while (windows.closeAtLogTime(nowNanos)) {
                            emit(batch, slot, i, windows);
                        }
                    }
                }
                noteNext(slot, aggregates);
                states.state(slot).count();
                checkpoint.touch(slot);
            }
        }
    }

    private void closeStates(AggregatableMetrics batch, FarmState next) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.isChangedBy(next, slot) && !checkpoint.includes(slot)) {
                for (int i = 0; i < states.rules(slot).aggregates().size(); i++) {
                    if (states.windows(slot, i) instanceof StateWindows windows && windows.end(next)) {
                        emit(batch, slot, i, windows);
                        emitLength(batch, windows);
                    }
                }
                states.state(slot).count();
                checkpoint.touch(slot);
            }
        }
    }

    private static void emitLength(AggregatableMetrics batch, StateWindows windows) {
        int metric = batch.size() - 1;
        if (batch.firstField(metric) != Metrics.NONE) {
            batch.addField(metric, Metrics.UNNUMBERED, SECONDS, windows.seconds());
        }
    }

    /** Appends the results of the window that was closed last. */
    private void emit(AggregatableMetrics batch, int slot, int aggregate, SeriesWindows windows) {
        if (windows instanceof RevisedWindows revised) {
            emitRevised(batch, slot, aggregate, revised);
        } else {
            int metric = batch.size();
            batch.addComputedMetric(slot, 1 + aggregate, windows.start());
            emitFields(batch, metric, aggregate, windows, windows);
        }
        windows.releaseClosed();
    }

    private void emitRevised(AggregatableMetrics batch, int slot, int aggregate, RevisedWindows windows) {
        int metric = batch.size();
        if (windows.isRevised()) {
            batch.addComputedMetric(slot, 1 + aggregate, windows.start());
            emitFields(batch, metric, aggregate, windows, states.windows(slot, aggregate - 1));
            if (batch.firstField(metric) != Metrics.NONE) {
                batch.addField(metric, Metrics.UNNUMBERED, REVISION, 1);
            }
        } else if (windows.hasLost()) {
            meters.late(states.rules(slot).aggregates().get(aggregate).name());
        }
    }

    /** @param first the windows that give the first results: if these are floats, revised ones are */
    private void emitFields(
            AggregatableMetrics batch, int metric, int aggregate, SeriesWindows windows, SeriesWindows first) {
        int slot = batch.slot(metric);
        AggregateRules rules = batch.rules(metric).aggregates().get(aggregate);
        for (int column = 0; column < windows.columns(); column++) {
            if (windows.count(column) > 0) {
                int field = windows.field(column);
                List<byte[]> keys = states.field(slot, field).resultKeys(aggregate);
                emit(batch, metric, rules, column, windows, keys, first != windows && first.hasFloats(field));
            }
        }
    }

    private void emit(
            AggregatableMetrics batch,
            int metric,
            AggregateRules rules,
            int column,
            SeriesWindows windows,
            List<byte[]> keys,
            boolean areFloats) {
        int field = windows.field(column);
        for (int i = 0; i < keys.size(); i++) {
            AggregateFunction function = rules.functions().get(i);
            double value = windows.value(column, function);
            if (!Double.isFinite(value)) {
                meters.undefined(rules.name());
            } else if (windows.isInteger(column, function) && (function.isCount() || !areFloats)) {
                batch.addField(metric, rules.result(field, i), keys.get(i), windows.integer(column, function));
            } else {
                batch.addField(metric, rules.result(field, i), keys.get(i), value);
            }
        }
    }
}
