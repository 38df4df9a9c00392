package io.weir.processing.suppress;

import io.weir.contract.rule.metric.Feed;
import org.jspecify.annotations.Nullable;

/** The filters of all outputs of one series. Not thread-safe. */
public interface FilterState {

    /** The number of outputs: 0 is the raw series, 1 + n the n-th aggregation. */
    int outputs();

    /** The filters of an output for a feed; null if nothing is suppressed there. */
    @Nullable
    FeedFilters filters(int output, Feed feed);

    /** Identity of the filters of an output for a feed: equal if the same rules apply. */
    long filterIdentity(int output, Feed feed);

    /** The key of a field in line protocol, by its number in an output. */
    byte[] fieldKey(int output, int number);

    /** The log time when the first held-back value is due, or {@link FieldFilter#NEVER}. */
    long releasesAtLogTime();

    /** Updates the memory account. Call after filters grew or shrank. */
    void count();
}
