package io.weir.writer.tier;

/** Notified of changes to a store, in the thread that makes them. */
@FunctionalInterface
public interface ApplyListener {

    /** A difference was applied. */
    void done(Difference difference);

    /**
     * A new tier is being computed from raw; called after each chunk.
     *
     * @param upToMillis start of the next chunk
     * @param share completed share, from 0 to 1
     */
    default void computing(Difference difference, long upToMillis, double share) {}
}
