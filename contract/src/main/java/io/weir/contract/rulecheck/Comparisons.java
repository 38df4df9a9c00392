package io.weir.contract.rulecheck;

import io.weir.contract.rule.Match;

/** Compares what rules are for, and counts how often: most of what checks cost. Not thread-safe. */
final class Comparisons {
    private long count;

    /** See {@link Covering}. */
    boolean covers(Match wide, Match narrow) {
        count++;
        return Covering.covers(wide, narrow);
    }

    /** See {@link Result#mayBe}. */
    boolean mayBe(Result result, Match match) {
        count++;
        return result.mayBe(match);
    }

    long count() {
        return count;
    }
}
