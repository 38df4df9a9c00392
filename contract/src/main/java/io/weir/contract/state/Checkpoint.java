package io.weir.contract.state;

/**
 * What the stages of a task tell of the current record and ask about it, so that its effect on the working set is saved, and
 * is not had twice. Slots are those of the working set.
 */
public interface Checkpoint {

    /** Is the effect of the current record on {@code slot} already in it, and its output out? Then it must be skipped. */
    boolean includes(int slot);

    /** May some slot that was restored, of any tier, include the current record? */
    default boolean mayBeIncluded() {
        return false;
    }

    /** The current record changed {@code slot}. */
    void touch(int slot);

    /** The current record put a new series into {@code slot}; what was restored for an earlier one does not count. */
    void touchNew(int slot);
}
