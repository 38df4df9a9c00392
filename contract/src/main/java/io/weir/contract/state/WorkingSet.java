package io.weir.contract.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The state of one task, in slots that a {@link BlockStore} saves and restores. Used by one thread
 * at a time.
 *
 * <p>The set itself is the first tier. Slots that feed others, such as the series of a group, have
 * downstream tiers. The effect of a record on a downstream slot may depend on the upstream slot
 * that it passed, and never the other way round. After a crash, a slot never lags behind its
 * upstream slot: if the upstream slot includes a record, all downstream effects of the record are
 * included as well.
 */
public interface WorkingSet extends Tier {

    /**
     * The tiers that this one feeds; each feeds only later ones. The list is constant for the life
     * of the set.
     */
    default List<Tier> downstream() {
        return List.of();
    }

    /**
     * The version of the format of all slots and of the common state, from 1 to 255. Every change
     * of the format must change this number: another version's state is refused, never misread.
     */
    default int layout() {
        return 2;
    }

    /** Clears all tiers and the common state. */
    void reset();

    /** Writes the state that belongs to the task as a whole. */
    void writeCommon(DataOutput out) throws IOException;

    void readCommon(DataInput in) throws IOException;
}
