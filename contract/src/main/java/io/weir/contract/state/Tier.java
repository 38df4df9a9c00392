package io.weir.contract.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Slots of one kind in a {@link WorkingSet}, with their own numbers. Used by one thread at a time.
 *
 * <p>A slot's bytes must contain everything that the effect of the next record on it depends on,
 * except the common state and the input from upstream slots. Two slots of one tier never depend on
 * each other, because a crash may restore them as of different offsets.
 */
public interface Tier {

    /** The number of neighbouring slots that are saved together, even if only one changed. */
    int BLOCK_SLOTS = 64;

    /** Upper bound, exclusive, of the slot numbers. */
    int slotLimit();

    /**
     * Writes the content of {@code slot}. Returns false, without writing anything, if no record's
     * effect on the slot can ever depend on earlier records. A slot that is only empty at the
     * moment must be written.
     */
    boolean write(int slot, DataOutput out) throws IOException;

    /** Fills {@code slot}, which is empty, with the output of {@link #write}. */
    void read(int slot, DataInput in) throws IOException;

    /** Empties {@code slot}; does nothing to an empty one. */
    void clear(int slot);

    /**
     * Called before a checkpoint to free slots that are not needed any more. Only a slot whose last
     * change is below {@code committedOffset} may be freed: records after that offset are read
     * again after a crash, and need the slot.
     *
     * @param committedOffset the last input offset that is known to be committed
     * @param freed receives each freed slot
     */
    void release(long committedOffset, SlotListener freed);

    /** Receives a slot. */
    @FunctionalInterface
    interface SlotListener {
        void slot(int slot);
    }
}
