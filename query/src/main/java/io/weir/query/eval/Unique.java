package io.weir.query.eval;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Refuses results in which two series have the same labels, which an operation without the name may cause. */
final class Unique {
    private final Map<Labels, Labels> origins = new HashMap<>();

    /** Throws if, in this or an earlier step, another series had the same labels as a result. */
    void claim(Labels result, Labels origin) {
        Labels first = origins.putIfAbsent(result, origin);
        if (first != null && !first.equals(origin)) {
            throw new EvaluationException(
                    "the results of " + first + " and " + origin + " have the same labels: " + result);
        }
    }

    /** The samples, whose labels differ. */
    static List<Sample> checked(List<Sample> samples) {
        Set<Labels> seen = new HashSet<>();
        for (Sample each : samples) {
            if (!seen.add(each.labels())) {
                throw new EvaluationException("two series of the result have the same labels: " + each.labels());
            }
        }
        return samples;
    }
}
