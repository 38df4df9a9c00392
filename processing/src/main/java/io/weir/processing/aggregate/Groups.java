package io.weir.processing.aggregate;

import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups that series of one task have values in: the tier downstream of the series. Not
 * thread-safe.
 */
public final class Groups implements Tier {

    private final SeriesTable<Group> table = new SeriesTable<>();

    /** Receives windows that close. */
    @FunctionalInterface
    public interface ClosedListener {
        /** Called with a window that is complete for the partition. */
        void closed(byte[] key, GroupShape shape, GroupWindow window);
    }

    /** The slot of a group; -1 if it has none. */
    public int find(GroupKey key) {
        return table.find(key.bytes(), 0, key.bytes().length, key.hash());
    }

    /** Adds a slot for a group that {@link #find} does not find. */
    public int add(GroupKey key) {
        return table.add(key.bytes(), key.hash(), new Group(key.shape()));
    }

    /**
     * Returns the window of the group in {@code slot} that starts at {@code start}, for a change by
     * the record at {@code offset}; null if the group has reached its limit of open windows.
     */
    public @Nullable GroupWindow window(int slot, long start, long offset) {
        return table.value(slot).window(start, offset);
    }

    /**
     * Closes the windows that log time has passed, in the order of slots, for the record at
     * {@code offset}.
     */
    public void closeUntil(long logNanos, long offset, Checkpoint checkpoint, ClosedListener listener) {
        for (int slot = 0, limit = table.slotLimit(); slot < limit; slot++) {
            if (table.isUsed(slot) && table.value(slot).closesAt() <= logNanos && !checkpoint.includes(slot)) {
                Group group = table.value(slot);
                checkpoint.touch(slot);
                while (group.closesAt() <= logNanos) {
                    listener.closed(table.key(slot), group.shape(), group.close(offset));
                }
            }
        }
    }

    /**
     * Drops the windows of all other rules, for the record at {@code offset}; returns their number.
     */
    public int keepOnly(Set<Long> identities, long offset, Checkpoint checkpoint) {
        int dropped = 0;
        for (int slot = 0, limit = table.slotLimit(); slot < limit; slot++) {
            if (table.isUsed(slot)
                    && !identities.contains(table.value(slot).shape().identity())
                    && !checkpoint.includes(slot)) {
                checkpoint.touch(slot);
                dropped += table.value(slot).drop(offset);
            }
        }
        return dropped;
    }

    public void reset() {
        table.clear();
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
        table.move(slot, SeriesTable.readKey(in), Group.read(in));
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {
        table.release(slot -> table.value(slot).mayBeReleased(committedOffset), freed);
    }
}
