package io.weir.writer.tier;

/** Notified after each chunk of a computation. */
@FunctionalInterface
interface Progress {
    /** For short computations. */
    Progress IGNORED = (upToMillis, share) -> {};

    /**
     * Another chunk is computed.
     *
     * @param upToMillis start of the next chunk
     * @param share completed share, from 0 to 1
     */
    void computed(long upToMillis, double share);
}
