package io.weir.contract.state;

/**
 * The interface through which the stages of a task report the effect of the current record on the
 * working set. A reported effect is saved, and not applied twice. Slots are those of one tier.
 */
public interface Checkpoint {

    /**
     * Whether {@code slot} includes the effect of the current record already. The output of the
     * effect is then acknowledged as well, and callers must not process the record for this slot.
     */
    boolean includes(int slot);

    /** Whether some restored slot, of any tier, may include the current record. */
    default boolean mayBeIncluded() {
        return false;
    }

    /** Reports that the current record changed {@code slot}. */
    void touch(int slot);

    /**
     * Reports that the current record put a new series into {@code slot}; the restored state of an
     * earlier series is invalid.
     */
    void touchNew(int slot);
}
