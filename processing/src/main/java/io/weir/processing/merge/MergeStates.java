package io.weir.processing.merge;

import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import io.weir.contract.state.WorkingSet;
import io.weir.processing.account.StateBudget;
import io.weir.processing.aggregate.WindowClocks;
import io.weir.processing.series.PlanScope;
import io.weir.processing.series.SeriesStates;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * State of a task that merges: groups with waiting partials; downstream of them, the series
 * of the results; and, common to all, the progress of the source partitions. Not thread-safe.
 */
public final class MergeStates implements WorkingSet {

    private final SeriesTable<MergedGroup> table = new SeriesTable<>();
    private final SeriesStates series;
    private final SourcePartitions sources;

    /**
     * Creates an empty state.
     *
     * @param partitions the number of source partitions
     * @param seriesExpiryMillis a series without results for longer than this is forgotten
     * @param budget for the state of the results' series
     */
    public MergeStates(Rules rules, int partitions, long seriesExpiryMillis, StateBudget budget) {
        series = new SeriesStates(
                rules, PlanScope.RESULTS, seriesExpiryMillis, Long.MAX_VALUE, budget.ofResults(), Integer.MAX_VALUE);
        sources = new SourcePartitions(rules, partitions);
    }

    /** The series of the results. */
    SeriesStates series() {
        return series;
    }

    SourcePartitions sources() {
        return sources;
    }

    /** Notes the times of the source partitions in the clocks; returns whether any has changed. */
    boolean advance() {
        ResultGraph graph = series.plans().graph();
        series.windowClocks().use(WindowClocks.ofLevel(graph.highestLevel()) + 1);
        boolean hasChanged = false;
        for (int level = 2; level <= graph.highestLevel(); level++) {
            hasChanged |= series.windowClocks().reached(WindowClocks.ofLevel(level), sources.millis(level - 1));
        }
        long slowest = sources.millis(graph.highestTimedLevel());
        hasChanged |= slowest != series.clock().nowMillis();
        series.clock().set(slowest);
        return hasChanged;
    }

    int find(byte[] key) {
        return table.find(key);
    }

    int add(byte[] key) {
        return table.add(key, new MergedGroup());
    }

    boolean isUsed(int slot) {
        return table.isUsed(slot);
    }

    MergedGroup group(int slot) {
        return table.value(slot);
    }

    byte[] key(int slot) {
        return table.key(slot);
    }

    @Override
    public int layout() {
        return 8;
    }

    @Override
    public List<Tier> downstream() {
        return List.of(series);
    }

    @Override
    public int slotLimit() {
        return table.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (!table.isUsed(slot)) {
            return false;
        }
        table.writeKey(slot, out);
        table.value(slot).write(out);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        table.move(slot, SeriesTable.readKey(in), MergedGroup.read(in));
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    @Override
    public void reset() {
        table.clear();
        series.reset();
        sources.reset();
    }

    @Override
    public void writeCommon(DataOutput out) throws IOException {
        series.writeCommon(out);
        sources.write(out);
    }

    @Override
    public void readCommon(DataInput in) throws IOException {
        series.readCommon(in);
        sources.read(in);
        advance();
        series.windowClocks().advance();
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {
        table.release(slot -> table.value(slot).mayBeReleased(committedOffset), freed);
    }
}
