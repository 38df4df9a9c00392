package io.weir.processing.suppress;

import io.weir.contract.rule.metric.Feed;
import org.jspecify.annotations.Nullable;

/**
 * The suppression of one field of an output.
 *
 * @param inStorage the suppression in storage, or null
 * @param inLive the suppression in live, or null
 */
public record Suppressed(
        @Nullable Suppression inStorage, @Nullable Suppression inLive) {

    /** For a field that is suppressed in no feed. */
    public static final Suppressed NOWHERE = new Suppressed(null, null);

    /** The suppression in a feed, or null. */
    public @Nullable Suppression in(Feed feed) {
        return feed == Feed.STORAGE ? inStorage : inLive;
    }

    /** Whether the suppression in one of the feeds computes with the field's number. */
    public boolean readsNumber() {
        return readsNumber(inStorage) || readsNumber(inLive);
    }

    private static boolean readsNumber(@Nullable Suppression suppression) {
        return suppression != null && suppression.readsNumber();
    }
}
