package io.weir.contract.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Slots of one kind in a {@link WorkingSet}, numbered by themselves. Used by one thread at a time.
 *
 * <p>A slot's bytes must hold everything that the next record's effect on it depends on, but for what the set writes as common
 * and what reaches it from slots upstream. Two slots of one tier never depend on each other, because after a crash they may be
 * restored as of different offsets.
 */
public interface Tier {

    /** So many neighbouring slots are saved together, however few of them changed. */
    int BLOCK_SLOTS = 64;

    /** Slots are numbered from 0 to below this. */
    int slotLimit();

    /**
     * Writes what {@code slot} holds. Returns false, having written nothing, where no record's effect on the slot can ever
     * depend on earlier ones; a slot that is merely empty for now must be written.
     */
    boolean write(int slot, DataOutput out) throws IOException;

    /** Fills {@code slot}, which is empty, with what {@link #write} wrote. */
    void read(int slot, DataInput in) throws IOException;

    /** Empties {@code slot}; does nothing to an empty one. */
    void clear(int slot);

    /**
     * Called before a checkpoint: the moment to free slots that are no longer needed. Only a slot last changed below {@code
     * committedOffset} may be freed, so that a crash can't make its records be read again without it.
     *
     * @param committedOffset the last input offset that is known to be committed
     * @param freed to be told of each slot freed
     */
    void release(long committedOffset, SlotListener freed);

    /** Is told of a slot. */
    @FunctionalInterface
    interface SlotListener {
        void slot(int slot);
    }
}
