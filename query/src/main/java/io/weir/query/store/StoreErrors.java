package io.weir.query.store;

import io.weir.query.series.EvaluationException.Reason;

/** The reasons of a store's errors: a query that the store refuses for good must not be repeated. */
@FunctionalInterface
public interface StoreErrors {
    /** For a store that has no error codes of its own. */
    StoreErrors BY_STATUS = (status, why) -> isForGood(status) ? Reason.EXECUTION : Reason.UNAVAILABLE;

    /**
     * The reason of an answer without a result.
     *
     * @param why the text of the store
     */
    Reason reason(int status, String why);

    /** Request Timeout and Too Many Requests are the refusals that pass. */
    private static boolean isForGood(int status) {
        return status >= 400 && status < 500 && status != 408 && status != 429;
    }
}
