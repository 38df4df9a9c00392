package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import org.jspecify.annotations.Nullable;

/**
 * Which suppressions there are for one field of an output.
 *
 * @param inStorage what may be left out of storage; null for nothing
 * @param inLive what may be left out of live; null for nothing
 */
public record Suppressed(
        @Nullable Suppression inStorage, @Nullable Suppression inLive) {

    static final Suppressed NOWHERE = new Suppressed(null, null);

    /** For the field of this name. */
    static Suppressed of(String name, OutputRules output) {
        return new Suppressed(output.suppression(name, Feed.STORAGE), output.suppression(name, Feed.LIVE));
    }

    /** What may be left out of a feed; null for nothing. */
    public @Nullable Suppression in(Feed feed) {
        return feed == Feed.STORAGE ? inStorage : inLive;
    }

    /** Does either compute with the field's number? */
    boolean readsNumber() {
        return readsNumber(inStorage) || readsNumber(inLive);
    }

    private static boolean readsNumber(@Nullable Suppression suppression) {
        return suppression != null && suppression.readsNumber();
    }
}
