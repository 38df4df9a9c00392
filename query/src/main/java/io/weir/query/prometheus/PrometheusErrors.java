package io.weir.query.prometheus;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.StoreErrors;

/** The meaning of errors of the API. A store reports its time limit by the status 503 or 422. */
final class PrometheusErrors {
    /** The words of Prometheus, Mimir and Thanos, and of VictoriaMetrics. */
    private static final String TIMED_OUT = "query timed out";

    private static final String TIME_EXCEEDED = "timeout exceeded";

    private PrometheusErrors() {}

    static Reason reason(int status, String why) {
        return why.contains(TIMED_OUT) || why.contains(TIME_EXCEEDED)
                ? Reason.TIMEOUT
                : StoreErrors.BY_STATUS.reason(status, why);
    }
}
