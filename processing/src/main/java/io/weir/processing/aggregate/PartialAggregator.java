package io.weir.processing.aggregate;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.account.Account;
import io.weir.processing.account.Use;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.InputType;
import io.weir.processing.aggregate.group.Members;
import io.weir.processing.aggregate.group.Observations;
import io.weir.processing.aggregate.group.PartialListener;
import io.weir.processing.aggregate.group.PartialWindow;
import io.weir.processing.aggregate.group.PartialWindows;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.SeriesEnds;
import io.weir.processing.batch.SlotTimes;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.time.LogClock;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the values of a batch to their series' windows under rules over groups. Windows follow the
 * time of their rule's clock: a value that arrives after its window has closed is late. When a
 * window closes, each series contributes to its group. One per task.
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
    private final HistogramReader histograms = new HistogramReader();
    private final PartialWindows closing = new PartialWindows();
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

    /** Adds the values that arrived in the batch's record, and ends the hold of series that have ended. */
    public void add(AggregatableMetrics batch) {
        for (int metric = 0, size = batch.rawSize(); metric < size; metric++) {
            if (batch.rules(metric).hasGroups()) {
                add(batch, metric);
            }
        }
        for (int i = 0; i < batch.ends().size(); i++) {
            end(batch.ends(), i);
        }
    }

    private void end(SeriesEnds ends, int i) {
        int slot = ends.slot(i);
        AggregatableMetrics.AggregationState state = states.state(slot);
        boolean mayGrow = !account.isTight() || states.mayGrow(slot, Use.WINDOWS, ends.line(i));
        for (int group = 0; group < state.groups(); group++) {
            state.contributions(group).end(ends.timestamp(i), mayGrow);
        }
        state.count();
        for (int clock = 0; clock < states.windowClocks().count(); clock++) {
            noteNext(slot, clock);
        }
    }

    private void add(AggregatableMetrics batch, int metric) {
        boolean mayGrow = !account.isTight()
                || states.mayGrow(
                        batch.slot(metric), Use.WINDOWS, account.lines().start(metric));
        boolean isAhead = future.isBeyond(batch.timestamp(metric), batch.receivedMillis());
        // A bit for each clock that closes a window which may be new.
        int opened = 0;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int[] inputs = batch.rules(metric, field).groupInputs();
            for (int i = 0; i < inputs.length; i += 2) {
                GroupShape shape = batch.rules(metric).groupShape(inputs[i]);
                InputType type = shape.inputs().get(inputs[i + 1]).type();
                if (type.isPart()) {
                    if (HistogramReader.isFirstPart(batch, metric, field, inputs[i])
                            && addHistogram(batch, metric, inputs[i], isAhead, mayGrow)) {
                        opened |= 1 << shape.clock();
                    }
                } else if (isAhead || !type.takes(batch.type(field)) || !value.read(batch, field, type)) {
                    miss(batch, metric, field, shape, type, isAhead);
                } else if (add(batch, metric, field, inputs[i], inputs[i + 1], mayGrow)) {
                    opened |= 1 << shape.clock();
                }
            }
        }
        for (int clock = 0; opened >> clock > 0; clock++) {
            if ((opened >> clock & 1) != 0) {
                noteNext(batch.slot(metric), clock);
            }
        }
    }

    /** Adds the histogram of a metric. Returns whether the series may now contribute to an earlier window. */
    private boolean addHistogram(AggregatableMetrics batch, int metric, int group, boolean isAhead, boolean mayGrow) {
        GroupShape shape = batch.rules(metric).groupShape(group);
        HistogramContributions contributions = (HistogramContributions) states.contributions(batch.slot(metric), group);
        Observations histogram = isAhead ? null : histograms.read(batch, metric, group, shape);
        if (histogram == null) {
            if (!shape.isRevised()) {
                missHistogram(batch, metric, group, shape, isAhead ? missed::ahead : missed::undefined);
            }
            return false;
        }
        long now = nowNanos(shape.clock());
        Added added = contributions.add(batch.timestamp(metric), histogram.bytes(), now, mayGrow);
        if (isMissed(batch, metric, group, contributions, added, now, mayGrow)) {
            missHistogram(batch, metric, group, shape, missed::late);
        }
        return noted(batch, metric, shape, contributions, added);
    }

    /** Accounts for a value. Returns whether the series may now contribute to an earlier window than before. */
    private boolean noted(
            AggregatableMetrics batch, int metric, GroupShape shape, Contributions contributions, Added added) {
        if (contributions.takeGrowth()) {
            batch.state(metric).count();
        }
        count(metric, shape, added);
        boolean mayLack = shape.revises() && added.isRefusal();
        return added.mayOpen() || mayLack;
    }

    private void missHistogram(
            AggregatableMetrics batch, int metric, int group, GroupShape shape, MissedValues.Reason why) {
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            if (HistogramReader.isPart(batch, metric, field, group)) {
                why.miss(batch, metric, field, shape.rule(), shape.storesLate());
            }
        }
    }

    /** Counts a value that is in no window. If results are revised, the revising windows count it. */
    private void miss(
            AggregatableMetrics batch, int metric, int field, GroupShape shape, InputType type, boolean isAhead) {
        if (shape.isRevised()) {
            return;
        }
        if (!type.takes(batch.type(field))) {
            meters.notNumeric();
        } else if (isAhead) {
            missed.ahead(batch, metric, field, shape.rule(), shape.storesLate());
        } else {
            missed.undefined(batch, metric, field, shape.rule(), shape.storesLate());
        }
    }

    private void noteNext(int slot, int clock) {
        states.contributionTimes(clock).set(slot, states.state(slot).contributesAt(clock));
    }

    /** Adds {@link #value}. Returns whether the series may now contribute to an earlier window than before. */
    private boolean add(AggregatableMetrics batch, int metric, int field, int group, int input, boolean mayGrow) {
        ValueContributions contributions = (ValueContributions) states.contributions(batch.slot(metric), group);
        GroupShape shape = batch.rules(metric).groupShape(group);
        long now = nowNanos(shape.clock());
        Added added = contributions.add(batch.timestamp(metric), input, value.bits(), value.isInteger(), now, mayGrow);
        if (isMissed(batch, metric, group, contributions, added, now, mayGrow)) {
            missed.late(batch, metric, field, shape.rule(), shape.storesLate());
        }
        return noted(batch, metric, shape, contributions, added);
    }

    /** Whether a window lacks a value that was added: if results are revised, the revising windows decide. */
    private boolean isMissed(
            AggregatableMetrics batch,
            int metric,
            int group,
            Contributions contributions,
            Added added,
            long now,
            boolean mayGrow) {
        GroupShape shape = batch.rules(metric).groupShape(group);
        if (!shape.revises()) {
            return added.isLate() && !shape.isRevised();
        }
        long timestamp = batch.timestamp(metric);
        boolean isLate = states.contributions(batch.slot(metric), group - 1).isLateForSome(timestamp, now);
        if (added.isRefusal()) {
            contributions.miss(timestamp, now);
            return isLate && added == Added.TOO_MANY;
        }
        if (!isLate) {
            return false;
        }
        boolean takes = contributions.revise(timestamp, added, now, mayGrow) && !added.isLate();
        if (takes) {
            meters.revised(shape.rule());
        }
        return !takes;
    }

    private void count(int metric, GroupShape shape, Added added) {
        switch (added) {
            case REFUSED -> account.lines().refuse(metric, Use.WINDOWS);
            case TOO_MANY ->
                refused(shape, "open windows of a series", "look for clocks that are ahead, or lengthen the window");
            case REPLACED, LATE_REPEAT, UNCHECKED, LATE_UNCHECKED -> {
                if (!shape.revises()) {
                    meters.repeat(shape.rule(), added.isRepeat());
                }
            }
            case ADDED, OPENED, LATE -> {}
        }
    }

    private void refused(GroupShape shape, String what, String remedy) {
        if (shape.revises()) {
            return;
        }
        meters.groupRefused(shape.rule());
        if (warned.add(shape.identity())) {
            LOG.warn(
                    "rule {} has too many {}: further values are left out and counted; {}", shape.rule(), what, remedy);
        }
    }

    /** Closes the windows that their clocks have passed. */
    public void close(PartialListener listener) {
        for (int clock = 0; clock < states.windowClocks().count(); clock++) {
            long now = nowNanos(clock);
            for (long due = firstDue(clock); due <= now; due = firstDue(clock)) {
                closeUntil(due, clock, listener);
            }
        }
    }

    /** The time of the next contribution of a series that does not include the record. */
    private long firstDue(int clock) {
        SlotTimes times = states.contributionTimes(clock);
        long first = Contributions.NEVER;
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            long due = times.get(slot);
            if (due < first && !checkpoint.includes(slot)) {
                first = due;
            }
        }
        return first;
    }

    /** Closes the windows of one moment, so that a jump of time takes no more memory than a tick. */
    private void closeUntil(long due, int clock, PartialListener listener) {
        SlotTimes times = states.contributionTimes(clock);
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (times.get(slot) <= due && !checkpoint.includes(slot)) {
                contribute(slot, due, clock);
                checkpoint.touch(slot);
            }
        }
        closing.take(listener);
    }

    private void contribute(int slot, long due, int clock) {
        AggregatableMetrics.AggregationState state = states.state(slot);
        boolean hasChanged = false;
        for (int group = 0; group < state.groups(); group++) {
            if (state.group(group).key().shape().clock() == clock) {
                Contributions contributions = state.contributions(group);
                while (contributions.closesAt() <= due) {
                    contribute(contributions, state.group(group));
                }
                hasChanged |= contributions.takeGrowth();
            }
        }
        if (state.removeLeft() || hasChanged) {
            state.count();
        }
        noteNext(slot, clock);
    }

    private void contribute(Contributions contributions, GroupPlan plan) {
        long start = contributions.nextStart();
        GroupShape shape = plan.key().shape();
        if (!shape.revises() && contributions.returnsIn(start)) {
            meters.seriesReturned(shape.rule());
        }
        PartialWindow to = closing.get(plan.key(), start);
        if (to == null) {
            refused(shape, "groups", "group by fewer tags, or raise max-groups");
            to = new PartialWindow(shape, start);
        } else if (isFull(to.members())) {
            refused(shape, "series in a group", "group by more tags");
            to = new PartialWindow(shape, start);
        } else if (to.isFullFor(plan)) {
            refused(shape, "bounds of buckets in a group", "group by more tags");
            to.lack();
            to = new PartialWindow(shape, start);
        }
        int undefined = contributions.contribute(to, plan);
        for (int i = 0; i < undefined && !shape.revises(); i++) {
            meters.undefined(shape.rule());
        }
    }

    private static boolean isFull(@Nullable Members members) {
        return members != null && members.isFull();
    }

    private long nowNanos(int clock) {
        long now = states.windowClocks().nowMillis(clock);
        return now == LogClock.UNKNOWN ? Long.MIN_VALUE : now * NANOS_PER_MILLI;
    }
}
