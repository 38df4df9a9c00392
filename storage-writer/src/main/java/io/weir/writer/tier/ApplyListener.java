package io.weir.writer.tier;

/** Told what is done to a store, by the thread that does it. */
@FunctionalInterface
public interface ApplyListener {

    /** A difference is carried out. */
    void done(Difference difference);

    /**
     * A new tier is being computed from what raw has; told after each piece of it.
     *
     * @param upToMillis where the next piece begins
     * @param share of all pieces, from 0 to 1
     */
    default void computing(Difference difference, long upToMillis, double share) {}
}
