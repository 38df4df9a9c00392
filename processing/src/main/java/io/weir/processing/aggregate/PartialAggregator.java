package io.weir.processing.aggregate;

import io.weir.contract.state.Checkpoint;
import io.weir.processing.batch.Metrics;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.time.LogClock;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the values of a batch to the groups of their series. Groups follow log time, which the
 * partition's ticks carry: a value that arrives after its window has closed is late. One per task.
 */
public final class PartialAggregator {

    private static final Logger LOG = LoggerFactory.getLogger(PartialAggregator.class);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AggregatedSeries states;
    private final Checkpoint ofBudgets;
    private final Checkpoint ofGroups;
    private final ProcessingMeters meters;
    private final Set<Long> warned = new HashSet<>();

    public PartialAggregator(
            AggregatedSeries states, Checkpoint ofBudgets, Checkpoint ofGroups, ProcessingMeters meters) {
        this.states = states;
        this.ofBudgets = ofBudgets;
        this.ofGroups = ofGroups;
        this.meters = meters;
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
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int[] inputs = batch.rules(metric, field).groupInputs();
            for (int i = 0; i < inputs.length; i += 2) {
                if (batch.type(field).isNumber()) {
                    add(batch, metric, field, inputs[i], inputs[i + 1]);
                } else {
                    meters.notNumeric();
                }
            }
        }
    }

    private void add(AggregatableMetrics batch, int metric, int field, int group, int input) {
        AggregatableMetrics.AggregationState state = batch.state(metric);
        GroupShape shape = batch.rules(metric).groupShape(group);
        long timestamp = batch.timestamp(metric);
        long start = shape.start(timestamp);
        if (shape.closesAt(start) <= nowNanos()) {
            meters.late(shape.rule());
            return;
        }
        // Most values belong to the same window as the one before. This saves three look-ups in
        // large tables.
        int counted = state.slotIfCounted(group, start);
        GroupWindow open = counted < 0 ? null : states.groups().window(counted, start, batch.offset());
        if (open != null) {
            ofGroups.touch(counted);
            open.addCounted(input, timestamp, batch.number(field));
            return;
        }
        GroupPlan plan = state.group(group);
        int slot = admittedSlot(plan.key(), start);
        if (slot < 0) {
            return;
        }
        ofGroups.touch(slot);
        GroupWindow window = states.groups().window(slot, start, batch.offset());
        if (window == null) {
            refused(shape, "open windows in a group", "look for clocks that are ahead, or lengthen the window");
        } else if (!window.add(input, timestamp, batch.number(field), plan.seriesHash(), plan.member())) {
            refused(shape, "series in a group", "group by more tags");
        } else if (!shape.hasMembers()) {
            state.count(group, start, slot);
        }
    }

    /** The slot of a group; -1 if the group is refused or its slot includes the record. */
    private int admittedSlot(GroupKey key, long start) {
        if (!isAdmitted(key, start)) {
            return -1;
        }
        Groups groups = states.groups();
        int slot = groups.find(key);
        if (slot < 0) {
            slot = groups.add(key);
            ofGroups.touchNew(slot);
            return slot;
        }
        return ofGroups.includes(slot) ? -1 : slot;
    }

    /**
     * Also false if the slot of the rule includes the record: the group is downstream, so it
     * includes the value.
     */
    private boolean isAdmitted(GroupKey key, long start) {
        Budgets budgets = states.budgets();
        GroupShape shape = key.shape();
        int slot = budgets.find(shape);
        if (slot < 0) {
            slot = budgets.add(shape);
            ofBudgets.touchNew(slot);
        } else if (ofBudgets.includes(slot)) {
            return false;
        }
        ofBudgets.touch(slot);
        boolean isAdmitted = budgets.admit(slot, key.hash(), shape.closesAt(start), nowNanos());
        if (!isAdmitted) {
            refused(shape, "groups", "group by fewer tags, or raise max-groups");
        }
        return isAdmitted;
    }

    private void refused(GroupShape shape, String what, String remedy) {
        meters.groupRefused(shape.rule());
        if (warned.add(shape.identity())) {
            LOG.warn(
                    "rule {} has too many {}: further values are left out and counted; {}", shape.rule(), what, remedy);
        }
    }

    /** Closes the windows that the time of the partition has passed. */
    public void close(AggregatableMetrics batch, Groups.ClosedListener listener) {
        if (states.clock().nowMillis() != LogClock.UNKNOWN) {
            states.groups().closeUntil(nowNanos(), batch.offset(), ofGroups, listener);
        }
    }

    /** Drops windows of rules that are no longer active. */
    public void dropInactive(AggregatableMetrics batch) {
        meters.windowsDropped(states.groups().keepOnly(states.groupIdentities(), batch.offset(), ofGroups));
    }

    private long nowNanos() {
        long now = states.clock().nowMillis();
        return now == LogClock.UNKNOWN ? Long.MIN_VALUE : now * NANOS_PER_MILLI;
    }
}
