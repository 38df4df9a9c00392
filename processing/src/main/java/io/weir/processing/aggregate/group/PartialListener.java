package io.weir.processing.aggregate.group;

/** Receives the partials of closed windows. */
@FunctionalInterface
public interface PartialListener {

    /** Called with a window that is complete for the partition. */
    void partial(byte[] key, PartialWindow window);
}
