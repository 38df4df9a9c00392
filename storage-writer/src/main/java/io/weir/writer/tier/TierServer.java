package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A server that holds tiers and computes them. Used by one thread. What the server refuses, or its being away, is an {@link
 * IOException} whose message says what an operator is to do.
 */
interface TierServer {

    /** Whether what is written to this place is what tiers are computed from. */
    boolean isRaw(StoreUrl place);

    /** The name of the part that holds a tier. */
    String holder(StorageTier tier);

    /** What there is that Weir owns. */
    List<Part> existing() throws IOException;

    /** What the rules want of this server; may depend on the measurements that it has. */
    List<Part> desired(StorageRules rules) throws IOException;

    /**
     * Makes, changes or deletes one part. What computes is made once all that raw has is computed, so that it only has to go on.
     * Nothing is done twice: a difference that is gone is no error.
     */
    void carryOut(Difference difference, StorageRules rules, Progress progress) throws IOException;

    /**
     * Computes windows of a tier from raw, once more; they are the same however often that is done. It is one statement, or one for each
     * measurement where the server has none for all.
     *
     * @param measurement one, or all if it is empty
     * @param windows whole ones, not too many of them: a {@linkplain TimeRange#chunks chunk}
     */
    void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException;

    /** When it was started, and what its clock says. */
    Life life() throws IOException;

    /** By the server's own clock; to the second. */
    record Life(long startedMillis, long nowMillis) {}
}
