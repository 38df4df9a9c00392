package io.weir.processing.aggregate;

import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Limits the number of open groups of each rule. Has one slot per rule. This tier is between series
 * and groups, because the admission of a group depends on the groups already admitted.
 */
public final class Budgets implements Tier {

    private final SeriesTable<Admissions> table = new SeriesTable<>();

    /** The slot of a rule; -1 if it has none. */
    public int find(GroupShape shape) {
        byte[] key = key(shape.identity());
        return table.find(key, 0, key.length, shape.identity());
    }

    /** Adds a slot for a rule that {@link #find} does not find. */
    public int add(GroupShape shape) {
        return table.add(key(shape.identity()), shape.identity(), new Admissions(shape.maxGroups()));
    }

    /**
     * Whether the group with this hash may have a window open until {@code closesAt}.
     *
     * @param logNanos the time of the partition
     */
    public boolean admit(int slot, long hash, long closesAt, long logNanos) {
        return table.value(slot).admit(hash, closesAt, logNanos);
    }

    private static byte[] key(long identity) {
        return ByteBuffer.allocate(Long.BYTES).putLong(identity).array();
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
        out.write(table.key(slot));
        table.value(slot).write(out);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        long identity = in.readLong();
        table.move(slot, key(identity), identity, Admissions.read(in));
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    public void reset() {
        table.clear();
    }

    /** Frees no slot: there are few rules. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
