package io.weir.alarming.series;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.WorkingSet;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * All series of one task of the first stage. Only series of which a condition was ever different are saved. Not
 * thread-safe.
 */
public final class ConditionStates implements WorkingSet {

    private final PlanCompiler compiler;
    private final InputProgress progress = new InputProgress();
    private final SeriesTable<SeriesConditions> table = new SeriesTable<>();

    /** No series yet. */
    public ConditionStates(PlanCompiler compiler) {
        this.compiler = compiler;
    }

    /** The slot of a series, spelled canonically by {@code bytes[from, to)}; -1 if it is new. */
    public int find(byte[] bytes, int from, int to, long hash) {
        return table.find(bytes, from, to, hash);
    }

    /** Takes in a new series. The bytes must be a valid series. */
    public int add(byte[] canonical, long hash) {
        return table.add(canonical, hash, new SeriesConditions(compiler.compile(canonical)));
    }

    public boolean isUsed(int slot) {
        return table.isUsed(slot);
    }

    /** The conditions of a slot in use. */
    public SeriesConditions conditions(int slot) {
        return table.value(slot);
    }

    /** Drops the series in {@code slot} if it was not seen since {@code beforeLogMillis} and nothing of it is known. */
    public void dropIfDispensable(int slot, long beforeLogMillis) {
        if (table.value(slot).isDispensable(beforeLogMillis)) {
            table.remove(slot);
        }
    }

    public InputProgress progress() {
        return progress;
    }

    /** The number of series. */
    public int size() {
        return table.size();
    }

    @Override
    public int slotLimit() {
        return table.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (!table.isUsed(slot) || table.value(slot).isPristine()) {
            return false;
        }
        byte[] key = table.key(slot);
        out.writeInt(key.length);
        out.write(key);
        table.value(slot).write(out);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        SeriesConditions conditions = new SeriesConditions(compiler.compile(key));
        conditions.read(in);
        long hash = SeriesHash.of(key, 0, key.length);
        int elsewhere = table.find(key, 0, key.length, hash);
        if (elsewhere >= 0) {
            table.remove(elsewhere);
        }
        table.put(slot, key, hash, conditions);
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    @Override
    public void reset() {
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            clear(slot);
        }
        progress.reset();
    }

    @Override
    public void writeCommon(DataOutput out) throws IOException {
        progress.write(out);
    }

    @Override
    public void readCommon(DataInput in) throws IOException {
        progress.read(in);
    }

    /** Nothing: exactly once, slots may be freed while a record is processed, and are; see {@link #dropIfDispensable}. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
