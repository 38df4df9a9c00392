package io.weir.processing.aggregate;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.account.Account;
import io.weir.processing.account.Use;
import io.weir.processing.batch.Metrics;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.time.LogClock;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the values of a batch to their series' windows under rules over groups. Windows follow log
 * time, which the partition's ticks carry: a value that arrives after its window has closed is
 * late. When a window closes, each series contributes to its group. One per task.
 */
public final class PartialAggregator {

    private static final Logger LOG = LoggerFactory.getLogger(PartialAggregator.class);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AggregatedSeries states;
    private final Checkpoint checkpoint;
    private final FutureLimit future;
    private final MissedValues missed;
    private final ProcessingMeters meters;
    private final Account account;
    private final InputValue value = new InputValue();
    private final GroupWindows closing = new GroupWindows();
    private final Set<Long> warned = new HashSet<>();

    /**
     * Creates an aggregator for the series of a task.
     *
     * @param future values with timestamps beyond it are in no window
     */
    public PartialAggregator(
            AggregatedSeries states, Checkpoint checkpoint, FutureLimit future, ProcessingMeters meters) {
        this.future = future;
        this.missed = new MissedValues(states.late(), meters);
        this.states = states;
        this.checkpoint = checkpoint;
        this.meters = meters;
        this.account = states.account();
    }

    /** Adds the values that arrived in the batch's record. */
    public void add(AggregatableMetrics batch) {
        for (int metric = 0, size = batch.rawSize(); metric < size; metric++) {
            if (batch.rules(metric).hasGroups()) {
                add(batch, metric);
            }
        }
    }

    private void add(AggregatableMetrics batch, int metric) {
        boolean mayGrow = !account.isTight()
                || states.mayGrow(
                        batch.slot(metric), Use.WINDOWS, account.lines().start(metric));
        boolean isAhead = future.isBeyond(batch.timestamp(metric), batch.receivedMillis());
        boolean opensWindow = false;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int[] inputs = batch.rules(metric, field).groupInputs();
            for (int i = 0; i < inputs.length; i += 2) {
                GroupShape shape = batch.rules(metric).groupShape(inputs[i]);
                InputType type = shape.inputs().get(inputs[i + 1]).type();
                if (!type.takes(batch.type(field))) {
                    meters.notNumeric();
                } else if (isAhead) {
                    missed.ahead(batch, metric, field, shape.rule(), shape.storesLate());
                } else if (!value.read(batch, field, type)) {
                    missed.undefined(batch, metric, field, shape.rule(), shape.storesLate());
                } else {
                    opensWindow |= add(batch, metric, field, inputs[i], inputs[i + 1], mayGrow);
                }
            }
        }
        if (opensWindow) {
            int slot = batch.slot(metric);
            states.contributionTimes().set(slot, states.state(slot).contributesAtLogTime());
        }
    }

    /** Adds {@link #value}. Returns whether it may be the first of its window. */
    private boolean add(AggregatableMetrics batch, int metric, int field, int group, int input, boolean mayGrow) {
        SeriesWindows windows = states.contributions(batch.slot(metric), group);
        Added added = windows.add(batch.timestamp(metric), input, value.bits(), value.isInteger(), nowNanos(), mayGrow);
        if (windows.takeGrowth()) {
            batch.state(metric).count();
        }
        switch (added) {
            case LATE -> {
                GroupShape shape = batch.rules(metric).groupShape(group);
                missed.late(batch, metric, field, shape.rule(), shape.storesLate());
            }
            case REFUSED -> account.lines().refuse(metric, Use.WINDOWS);
            case TOO_MANY ->
                refused(
                        batch.rules(metric).groupShape(group),
                        "open windows of a series",
                        "look for clocks that are ahead, or lengthen the window");
            case REPLACED, UNCHECKED ->
                meters.repeat(batch.rules(metric).groupShape(group).rule(), added == Added.REPLACED);
            case ADDED, OPENED -> {}
        }
        return added == Added.OPENED || added == Added.UNCHECKED;
    }

    private void refused(GroupShape shape, String what, String remedy) {
        meters.groupRefused(shape.rule());
        if (warned.add(shape.identity())) {
            LOG.warn(
                    "rule {} has too many {}: further values are left out and counted; {}", shape.rule(), what, remedy);
        }
    }

    /** Closes the windows that the time of the partition has passed. */
    public void close(PartialListener listener) {
        long now = nowNanos();
        for (long due = firstDue(); due <= now; due = firstDue()) {
            closeUntil(due, listener);
        }
    }

    /** The log time of the next contribution of a series that does not include the record. */
    private long firstDue() {
        long first = SeriesWindows.NEVER;
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            long due = states.contributionTimes().get(slot);
            if (due < first && !checkpoint.includes(slot)) {
                first = due;
            }
        }
        return first;
    }

    /** Closes the windows of one moment, so that a jump of time takes no more memory than a tick. */
    private void closeUntil(long due, PartialListener listener) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.contributionTimes().get(slot) <= due && !checkpoint.includes(slot)) {
                contribute(slot, due);
                checkpoint.touch(slot);
            }
        }
        closing.take(listener);
    }

    private void contribute(int slot, long due) {
        AggregatableMetrics.AggregationState state = states.state(slot);
        boolean hasChanged = false;
        for (int group = 0; group < state.groups(); group++) {
            SeriesWindows windows = state.groupWindows(group);
            while (windows.closesAt() <= due) {
                contribute(windows, state.group(group));
            }
            hasChanged |= windows.takeGrowth();
        }
        if (state.removeLeft() || hasChanged) {
            state.count();
        }
        states.contributionTimes().set(slot, state.contributesAtLogTime());
    }

    private void contribute(SeriesWindows windows, GroupPlan plan) {
        long start = windows.nextStart();
        GroupShape shape = plan.key().shape();
        if (windows.returnsIn(start)) {
            meters.seriesReturned(shape.rule());
        }
        GroupWindow to = closing.get(plan.key(), start);
        if (to == null) {
            refused(shape, "groups", "group by fewer tags, or raise max-groups");
            to = new GroupWindow(shape, start);
        } else if (isFull(to.members())) {
            refused(shape, "series in a group", "group by more tags");
            to = new GroupWindow(shape, start);
        }
        for (int undefined = windows.contribute(to, plan); undefined > 0; undefined--) {
            meters.undefined(shape.rule());
        }
    }

    private static boolean isFull(@Nullable Members members) {
        return members != null && members.isFull();
    }

    private long nowNanos() {
        long now = states.clock().nowMillis();
        return now == LogClock.UNKNOWN ? Long.MIN_VALUE : now * NANOS_PER_MILLI;
    }
}
