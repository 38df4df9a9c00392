package io.weir.query.naming;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Labels;
import java.util.HashMap;
import java.util.Map;

/**
 * Refuses series that have the same labels in PromQL: field {@code c} of measurement {@code a_b} and field {@code b_c}
 * of measurement {@code a} are both {@code a_b_c}.
 */
public final class Origins {
    private final Map<Labels, Origin> origins = new HashMap<>();

    private record Origin(String measurement, String field) {
        @Override
        public String toString() {
            return "field \"" + field + "\" of measurement \"" + measurement + "\"";
        }
    }

    /** Throws {@link EvaluationException} if another field has the labels. */
    public void claim(Labels labels, String measurement, String field) {
        Origin own = new Origin(measurement, field);
        Origin other = origins.putIfAbsent(labels, own);
        if (other != null && !other.equals(own)) {
            throw new EvaluationException(
                    Reason.EXECUTION,
                    labels + " is both " + other + " and " + own + "; add " + PromqlNames.MEASUREMENT
                            + "=\"…\" to the selector");
        }
    }
}
