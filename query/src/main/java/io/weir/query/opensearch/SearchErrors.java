package io.weir.query.opensearch;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.StoreErrors;
import java.util.List;

/** The meaning of the server's errors for queries. */
final class SearchErrors {
    /** The server's own time limit, which is an internal error. */
    static final String TOO_LATE = "Time exceeded";

    /** The retention or an operator can delete or close an index during a query. */
    private static final List<String> PASSING = List.of("index_not_found_exception", "index_closed_exception");

    /** A page of the query needs more than the server's limit, also the next time. */
    private static final String TOO_MANY_BUCKETS = "too_many_buckets_exception";

    private SearchErrors() {}

    static Reason reason(int status, String why) {
        if (why.contains(TOO_LATE)) {
            return Reason.TIMEOUT;
        }
        if (why.startsWith(TOO_MANY_BUCKETS)) {
            return Reason.EXECUTION;
        }
        return PASSING.stream().anyMatch(why::startsWith)
                ? Reason.UNAVAILABLE
                : StoreErrors.BY_STATUS.reason(status, why);
    }
}
