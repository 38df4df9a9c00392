package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import io.weir.processing.suppress.Suppressed;
import io.weir.processing.suppress.Suppression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The feeds and the suppression of an output. Shared by all outputs that the same rules apply to.
 *
 * @param storage whether storage receives it
 * @param live whether live receives it
 * @param alarming whether alarming receives it
 * @param isRead whether other rules read it as a result; then no feed receives it from here
 * @param suppressions suppression rules; for each field and feed, the first match applies
 */
public record OutputRules(
        boolean storage, boolean live, boolean alarming, boolean isRead, List<Suppression> suppressions) {

    /** Of results that other rules read. */
    static final OutputRules READ = new OutputRules(false, false, false, true, List.of());

    /** Of results for storage only, of which none is suppressed. */
    static final OutputRules STORED = new OutputRules(true, false, false, false, List.of());

    /** Whether a feed receives the output. */
    public boolean goesTo(Feed feed) {
        return feed == Feed.STORAGE ? storage : live;
    }

    /** Whether a feed receives the output and some of it may be suppressed. */
    public boolean isSuppressed(Feed feed) {
        return goesTo(feed) && suppressions.stream().anyMatch(each -> each.on().contains(feed));
    }

    /** Whether anything may be suppressed in any feed. */
    boolean isSuppressed() {
        return isSuppressed(Feed.STORAGE) || isSuppressed(Feed.LIVE);
    }

    /** The suppression of the field of this name. */
    Suppressed suppressed(String field) {
        return new Suppressed(suppression(field, Feed.STORAGE), suppression(field, Feed.LIVE));
    }

    /** The suppression of the field of this name in a feed, or null. */
    private @Nullable Suppression suppression(String field, Feed feed) {
        for (Suppression each : suppressions) {
            if (goesTo(feed) && each.on().contains(feed) && each.fields().has(field)) {
                return each;
            }
        }
        return null;
    }
}
