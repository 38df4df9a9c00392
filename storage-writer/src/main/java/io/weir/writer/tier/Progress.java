package io.weir.writer.tier;

/** Told after each piece of what is computed. */
@FunctionalInterface
interface Progress {
    /** Of what takes no time. */
    Progress UNTOLD = (upToMillis, share) -> {};

    /**
     * Another one is.
     *
     * @param upToMillis where the next one begins
     * @param share of all pieces, from 0 to 1
     */
    void computed(long upToMillis, double share);
}
