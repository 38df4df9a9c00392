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
    private final String remedy;

    private record Origin(String measurement, String field) {
        @Override
        public String toString() {
            return "field \"" + field + "\" of measurement \"" + measurement + "\"";
        }
    }

    /** Of a store with measurements, which a selector can name. */
    public Origins() {
        this("add " + PromqlNames.MEASUREMENT + "=\"…\" to the selector");
    }

    /** @param remedy what the user can do, for the message */
    public Origins(String remedy) {
        this.remedy = remedy;
    }

    /** Throws {@link EvaluationException} if another field has the labels. */
    public void claim(Labels labels, String measurement, String field) {
        Origin own = new Origin(measurement, field);
        Origin other = origins.putIfAbsent(labels, own);
        if (other != null && !other.equals(own)) {
            throw new EvaluationException(
                    Reason.EXECUTION, labels + " is both " + other + " and " + own + "; " + remedy);
        }
    }
}
