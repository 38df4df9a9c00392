package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A server that stores and computes tiers. Used by one thread. Rejections and outages are an
 * {@link IOException} whose message describes the required action of the operator.
 */
interface TierServer {

    /** Whether this place is the raw data from which tiers are computed. */
    boolean isRaw(StoreUrl place);

    /** The name of the part that stores a tier. */
    String holder(StorageTier tier);

    /** The existing parts that Weir owns. */
    List<Part> existing() throws IOException;

    /** The parts that the rules require on this server; may depend on its measurements. */
    List<Part> desired(StorageRules rules) throws IOException;

    /**
     * Creates, changes or deletes one part. Computes everything in raw before it creates a
     * computing part, so that the server only has to continue. Idempotent: a difference that no
     * longer exists is not an error.
     */
    void apply(Difference difference, StorageRules rules, Progress progress) throws IOException;

    /**
     * Computes windows of a tier from raw again; repetitions give the same result. Uses one
     * statement, or one for each measurement if the server requires that.
     *
     * @param measurement a single measurement; empty for all, which only servers get that compute their windows
     * @param windows a limited number of whole windows: one of {@link Chunks}
     */
    void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException;

    /**
     * Whether the server computes each window by itself when it ends, and again when the next one ends.
     * For others, the {@link Recomputer} does.
     */
    boolean computesWindows();

    /** Whether there is the place of a tier, but none of {@link #existing}, because the user has lost the rights. */
    default boolean isHidden(StorageTier tier) throws IOException {
        return false;
    }

    /**
     * The measurements of a tier that have to be computed one by one; only of servers that do not compute windows.
     *
     * @param known former measurements; the server may hide them from a user who has lost the rights
     */
    default List<String> measurements(StorageRules rules, StorageTier tier, Set<String> known) throws IOException {
        return List.of();
    }

    /** The time of the first row of a measurement in raw, in milliseconds; empty without rows. May be too early. */
    default OptionalLong first(String measurement) throws IOException {
        return OptionalLong.of(Long.MIN_VALUE);
    }

    /**
     * Whether the writer makes this change without an operator: one that new measurements need, and that
     * deletes nothing.
     */
    boolean isUpkeep(Difference difference) throws IOException;

    /**
     * Makes a change of {@link #isUpkeep}. Idempotent, as {@link #apply}.
     *
     * @param later takes the windows to compute later
     */
    default void grow(Difference difference, StorageRules rules, WindowQueue later) throws IOException {
        apply(difference, rules, Progress.IGNORED);
    }

    /** The server's start time and current time; the start may be 0 if it computes no windows. */
    Life life() throws IOException;

    /** By the server's own clock; to the second. */
    record Life(long startedMillis, long nowMillis) {}
}
