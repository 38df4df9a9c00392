package io.weir.contract.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The state of one task, held in slots that a {@link BlockStore} saves and restores. Used by one thread at a time.
 *
 * <p>The set itself is the first tier. Where slots feed others, such as the series of a group, those are tiers downstream: what
 * a record makes of a slot there may depend on the slot upstream that it came by, and never the other way round. After a crash
 * a slot is never behind one upstream of it: where the upstream slot includes a record, all that the record caused downstream is
 * included as well.
 */
public interface WorkingSet extends Tier {

    /** The tiers that this one feeds, each feeding only those after it; the same, and as many, for the life of the set. */
    default List<Tier> downstream() {
        return List.of();
    }

    /**
     * The version of what the slots of all tiers and the common state write, from 1 to 255. Whoever changes one byte of that changes
     * this number: another version's state is refused, never misread.
     */
    default int layout() {
        return 2;
    }

    /** Forgets everything, in all tiers, the common state too. */
    void reset();

    /** Writes the state that belongs to the task as a whole. */
    void writeCommon(DataOutput out) throws IOException;

    /** Restores what {@link #writeCommon} wrote. */
    void readCommon(DataInput in) throws IOException;
}
