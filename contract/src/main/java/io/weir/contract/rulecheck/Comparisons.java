package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Match;

/**
 * Compares matches and counts the comparisons, which are most of the cost of the checks. Not
 * thread-safe.
 */
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
