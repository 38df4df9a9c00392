package io.weir.processing.aggregate;

import io.weir.contract.alarm.FarmState;
import io.weir.processing.batch.SlotTimes;
import io.weir.processing.batch.TaskSeries;
import org.jspecify.annotations.Nullable;

/** All series of a task, with their windows and groups. Not thread-safe. */
public interface AggregatedSeries extends TaskSeries {

    /** The rules of the series in {@code slot}. */
    AggregatableMetrics.SeriesAggregation rules(int slot);

    /** The rules of a raw field, by its number in the series in {@code slot}. */
    AggregatableMetrics.FieldAggregation field(int slot, int number);

    /** The state of the series in {@code slot}. */
    AggregatableMetrics.AggregationState state(int slot);

    /** The open windows of an aggregation, by its place in the plan of {@code slot}. */
    SeriesWindows windows(int slot, int aggregate);

    /**
     * When the first open window of a series closes, by one of {@link #windowClocks}. Set it after a
     * change.
     */
    SlotTimes closeTimes(int clock);

    /**
     * Returns, once, the state of the farm that follows the current record: windows of a state end. Null
     * for most records.
     */
    @Nullable
    FarmState takeNextState();

    /** Whether the state of the farm that follows changes the plan of the series in {@code slot}. */
    boolean isChangedBy(FarmState next, int slot);

    /** What a series contributes to a group, by the group's place in the plan of {@code slot}. */
    Contributions contributions(int slot, int group);

    /** The clocks that close windows. */
    WindowClocks windowClocks();

    /** When a series next contributes to a group, by one of {@link #windowClocks}. Set it after a change. */
    SlotTimes contributionTimes(int clock);
}
