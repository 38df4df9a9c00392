package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of an output go and what of them. Shared by all outputs that the same rules apply to.
 *
 * @param storage does it go to storage?
 * @param live does it go to live?
 * @param alarming does it go to alarming?
 * @param suppressions what may be left out, first match per field and feed wins
 */
public record OutputRules(boolean storage, boolean live, boolean alarming, List<Suppression> suppressions) {

    /** Does it go to a feed? */
    public boolean goesTo(Feed feed) {
        return feed == Feed.STORAGE ? storage : live;
    }

    /** May anything be left out of a feed that it goes to? */
    public boolean isSuppressed(Feed feed) {
        return goesTo(feed) && suppressions.stream().anyMatch(each -> each.on().contains(feed));
    }

    /** May anything be left out of any feed? */
    boolean isSuppressed() {
        return isSuppressed(Feed.STORAGE) || isSuppressed(Feed.LIVE);
    }

    /** What may be left out of a feed of the field with this name; null for nothing. */
    @Nullable
    Suppression suppression(String field, Feed feed) {
        for (Suppression each : suppressions) {
            if (goesTo(feed) && each.on().contains(feed) && each.fields().has(field)) {
                return each;
            }
        }
        return null;
    }
}
