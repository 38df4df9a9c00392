package io.weir.query.clickhouse;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.StoreErrors;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meaning of the server's error codes for queries. Its statuses are 500 for most errors. */
final class ClickHouseErrors {
    /** The server's error as one line, such as {@code Code: 516. DB::Exception: weir: Authentication failed}. */
    private static final Pattern ERROR = Pattern.compile("Code: (\\d{1,6})[,.].{0,100}DB::Exception.*");

    /** The server's own time limit. */
    private static final int TIMEOUT_EXCEEDED = 159;

    private static final int MEMORY_LIMIT_EXCEEDED = 241;

    /**
     * A drop or a change of the table during the query; too many queries; a quota, which a new interval ends; the network;
     * the keeper; a stop; an overloaded server, such as one without a free thread or connection.
     */
    private static final Set<Integer> PASSING =
            Set.of(16, 47, 60, 81, 201, 202, 203, 209, 210, 218, 236, 279, 394, 439, 745, 999);

    private ClickHouseErrors() {}

    /** A query that fails by an error of its own would fail again. */
    static Reason reason(int status, String why) {
        Matcher error = ERROR.matcher(why);
        if (!error.find()) {
            return StoreErrors.BY_STATUS.reason(status, why);
        }
        int code = Integer.parseInt(error.group(1));
        if (code == TIMEOUT_EXCEEDED) {
            return Reason.TIMEOUT;
        }
        // Other queries use the memory, too, unless the limit is that of a query, in the words of old and new servers.
        boolean isOwn = why.contains("(for query)") || why.contains("Query memory limit");
        boolean isBusy = code == MEMORY_LIMIT_EXCEEDED && !isOwn;
        return isBusy || PASSING.contains(code) ? Reason.UNAVAILABLE : Reason.EXECUTION;
    }

    /** The error in the end of an answer. */
    static Optional<String> in(String end) {
        Matcher error = ERROR.matcher(end);
        return error.find() ? Optional.of(error.group()) : Optional.empty();
    }
}
