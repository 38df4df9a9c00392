package io.weir.alarming.watch;

import io.weir.alarming.absence.AbsenceTracker;
import io.weir.alarming.condition.AlarmPlan;
import io.weir.alarming.condition.Condition;
import io.weir.alarming.condition.ConditionListener;
import io.weir.alarming.condition.ConditionStates;
import io.weir.alarming.condition.Reading;
import io.weir.alarming.condition.SeriesConditions;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Severity;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.contract.state.Checkpoint;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the metrics of each record against the conditions of their series. A metric that
 * changes no condition allocates nothing and costs one journal note. One per task.
 */
final class Watcher implements ConditionListener {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int UNREADABLE = -1;
    private static final int REFUSED = -2;

    private final ConditionStates states;
    private final Checkpoint checkpoint;
    private final WatchTimes times;
    private final AlarmingMeters meters;
    private final Listener listener;
    private final AbsenceTracker.Sinks presence;
    private final LineReader lines = new LineReader();
    private final SeriesReader seriesReader = new SeriesReader();
    private final Reading reading = new Reading();
    private @Nullable AlarmPlan current;
    private int gateway;

    /** Receives condition changes. */
    interface Listener {
        /** The condition of an alarm changed; as {@link ConditionListener#changed}. */
        void changed(AlarmPlan alarm, Severity severity, Reading value, double limit, long eventNanos);
    }

    /**
     * Creates a watcher without series.
     *
     * @param presence receives presence changes of keys
     */
    Watcher(
            ConditionStates states,
            Checkpoint checkpoint,
            WatchTimes times,
            AlarmingMeters meters,
            Listener listener,
            AbsenceTracker.Sinks presence) {
        this.states = states;
        this.checkpoint = checkpoint;
        this.times = times;
        this.meters = meters;
        this.listener = listener;
        this.presence = presence;
    }

    /**
     * Starts the processing of a record; call it before all other methods, since the rules may have
     * changed.
     */
    void begin() {
        states.keys().begin(states.absencePlans(), presence);
    }

    /**
     * Evaluates the lines of a record.
     *
     * @param from the gateway that received it; null if unknown
     */
    void batch(byte[] value, long logMillis, @Nullable String from) {
        gateway = states.keys().gateway(from);
        lines.wrap(value, 0, value.length);
        int metrics = 0;
        while (lines.next()) {
            metrics++;
            int slot = lines.error() == LineError.NONE ? slot() : UNREADABLE;
            if (slot >= 0) {
                metric(slot, logMillis);
            } else if (slot == UNREADABLE) {
                meters.unreadable();
            } else {
                refuse(logMillis);
            }
        }
        meters.metrics(metrics);
    }

    /** Known keys of absence rules are seen also in a series without room. */
    private void refuse(long logMillis) {
        meters.seriesRefused();
        states.keys().seen(states.keysOf(seriesReader.canonical()), logMillis, gateway, presence);
    }

    /**
     * Advances log time for all series.
     *
     * @param unreliable gateways that were unreliable since the previous tick
     */
    void tick(long logMillis, Set<String> unreliable) {
        if (states.tickedTo(logMillis)) {
            goBack(logMillis);
        }
        long settledBefore = logMillis - times.expiryMillis();
        for (int slot = states.slotLimit() - 1; slot >= 0; slot--) {
            if (states.isUsed(slot)) {
                tick(slot, logMillis, settledBefore);
            }
        }
        states.keys().tick(logMillis, unreliable, states.absencePlans(), presence);
    }

    private void goBack(long logMillis) {
        for (int slot = states.slotLimit() - 1; slot >= 0; slot--) {
            if (states.isUsed(slot)
                    && states.conditions(slot).goBack(logMillis, times.ahead().nanos())) {
                checkpoint.touch(slot);
            }
        }
    }

    private void tick(int slot, long logMillis, long settledBefore) {
        SeriesConditions series = states.conditions(slot);
        boolean isNew = false;
        for (int alarm = 0; alarm < series.size(); alarm++) {
            current = series.plan(alarm);
            isNew |= series.condition(alarm).tick(logMillis, this);
        }
        if (series.forget(settledBefore) || isNew) {
            checkpoint.touch(slot);
        }
        states.dropIfDispensable(slot, settledBefore);
    }

    private void metric(int slot, long logMillis) {
        SeriesConditions series = states.conditions(slot);
        series.seen(logMillis);
        if (series.keys().length > 0) {
            states.keys().seen(series.keys(), logMillis, gateway, presence);
        }
        long timestamp = lines.hasTimestamp() ? lines.timestamp() : logMillis * NANOS_PER_MILLI;
        boolean isNew = false;
        int read = -1;
        for (int alarm = 0; alarm < series.size(); alarm++) {
            int field = field(series.plan(alarm));
            if (field < 0) {
                continue;
            }
            if (field != read) {
                reading.show(lines, field);
                read = field;
            }
            AlarmPlan plan = series.plan(alarm);
            current = plan;
            if (accepts(plan, series.condition(alarm), timestamp, logMillis)) {
                isNew |= series.condition(alarm).value(timestamp, reading, logMillis, this);
                states.noteEvaluated(slot, alarm);
            }
        }
        if (isNew) {
            checkpoint.touch(slot);
        }
    }

    private boolean accepts(AlarmPlan plan, Condition condition, long timestamp, long logMillis) {
        if (!condition.accepts(reading)) {
            meters.notNumeric();
            return false;
        }
        if (times.ahead().isBeyond(timestamp, logMillis)) {
            meters.ahead(plan.rule().name());
            return false;
        }
        if (condition.isOld(timestamp)) {
            meters.outOfOrder(plan.rule().name());
        }
        return true;
    }

    /** Returns the alarm's field in the current line; -1 if the line does not have it. */
    private int field(AlarmPlan plan) {
        for (int field = 0; field < lines.fieldCount(); field++) {
            if (plan.isField(lines.bytes(), lines.fieldKeyStart(field), lines.fieldKeyEnd(field))) {
                return field;
            }
        }
        return -1;
    }

    @Override
    public void changed(Severity severity, Reading value, double limit, long eventNanos) {
        listener.changed(Objects.requireNonNull(current), severity, value, limit, eventNanos);
    }

    /** Returns the slot of the current line's series; negative if it is invalid or has no room. */
    private int slot() {
        byte[] bytes = lines.bytes();
        int from = lines.seriesStart();
        int to = lines.seriesEnd();
        int known = states.find(bytes, from, to, lines.seriesHash());
        if (known >= 0) {
            return known;
        }
        if (seriesReader.read(bytes, from, to) != LineError.NONE) {
            return UNREADABLE;
        }
        byte[] canonical = seriesReader.canonical();
        long hash = SeriesHash.of(canonical, 0, canonical.length);
        int spelledOtherwise = states.find(canonical, 0, canonical.length, hash);
        if (spelledOtherwise >= 0) {
            return spelledOtherwise;
        }
        return states.hasRoom() ? states.add(canonical, hash) : REFUSED;
    }
}
