package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The buckets whose percentiles a rule of {@code aggregate} computes over groups. */
public sealed interface Histogram permits Histogram.InTag, Histogram.InFields, LineHistogram {

    /** The most bounds that a partition contributes to a group in a window. */
    int MOST_BOUNDS = 1024;

    /** Each bucket is a series, with its upper bound in a tag. */
    record InTag(String key) implements Histogram {

        @Override
        public Optional<String> tag() {
            return Optional.of(key);
        }

        @Override
        public void requireFor(List<String> by, List<String> fields) {
            Spelling.require("buckets", "tag key", key);
            if (by.contains(key)) {
                throw new Refusal(
                        "buckets",
                        "is " + key + ", which by has, too: then each group has one bucket",
                        "remove it from by");
            }
        }

        @Override
        public String toString() {
            return "buckets " + key;
        }
    }

    /**
     * Each bucket is a field of one series, named by its upper {@link BucketBound#ofField bound}.
     *
     * @param as stands for the fields in the names of the results
     */
    record InFields(String as) implements Histogram {

        @Override
        public Optional<String> resultsOf() {
            return Optional.of(as);
        }

        @Override
        public void requireFor(List<String> by, List<String> fields) {
            Spelling.require("histogram", "field", as);
            requireBounds("fields", fields);
        }

        @Override
        public String toString() {
            return "histogram " + as;
        }
    }

    /** Refuses names that are not the upper bounds of all buckets of a histogram. */
    static void requireBounds(String key, List<String> fields) {
        if (fields.size() > MOST_BOUNDS) {
            throw new Refusal(key, "must be at most " + MOST_BOUNDS + " buckets with histogram", "");
        }
        Map<Double, String> nameByBound = new HashMap<>();
        for (String field : fields) {
            double bound = BucketBound.ofField(field);
            if (Double.isNaN(bound)) {
                throw new Refusal(
                        key,
                        "must be upper bounds of buckets with histogram, was " + Refusal.quote(field),
                        "such as 0.5, 1 and +Inf; count is the same as +Inf");
            }
            String same = nameByBound.putIfAbsent(bound, field);
            if (same != null) {
                throw new Refusal(key, "has one bound twice, as " + same + " and " + field, "keep one of them");
            }
        }
        if (!nameByBound.containsKey(Double.POSITIVE_INFINITY)) {
            throw new Refusal(key, "must have the bucket of all observations with histogram", "add +Inf, or count");
        }
        if (nameByBound.size() == 1) {
            throw new Refusal(key, "must have a bucket with a number with histogram", "add the bounds");
        }
    }

    /**
     * Reads the keys {@code buckets}, {@code histogram}, {@code exponential}, {@code merged} and
     * {@code bounds}, which {@link #requireFor} checks.
     */
    static Optional<Histogram> read(YamlSection section) {
        Optional<String> tag = section.text("buckets", "tag with the upper bounds of a histogram's buckets")
                .optional();
        Optional<String> as = section.text(
                        "histogram", "name of the histogram whose buckets are the fields, or without fields, arrays")
                .optional();
        Optional<LineHistogram> ofLines = LineHistogram.read(section, as);
        if (tag.isPresent() && as.isPresent()) {
            section.refuse(
                    "histogram",
                    "cannot be combined with buckets: bounds are names of fields, or in a tag",
                    "remove one");
        }
        return ofLines.<Histogram>map(each -> each)
                .or(() -> as.map(InFields::new))
                .or(() -> tag.map(InTag::new));
    }

    /** The histogram that each line is, if it is. */
    default Optional<LineHistogram> ofLine() {
        return Optional.empty();
    }

    /** The fields of the merged histogram in a result; none if it is not written. */
    default List<String> written() {
        return List.of();
    }

    /** The tag with the bounds, if each bucket is a series. */
    default Optional<String> tag() {
        return Optional.empty();
    }

    /** The text in place of all fields in the names of the results, if each bucket is a field. */
    default Optional<String> resultsOf() {
        return Optional.empty();
    }

    /** Refuses buckets that cannot be of groups {@code by} tags, or of these fields. */
    void requireFor(List<String> by, List<String> fields);

    /** Refuses functions and values of series that are not of buckets. */
    default void requireFunctions(List<AggregateFunction> functions, Contribution contribution) {
        for (AggregateFunction function : functions) {
            if (function.kind() != AggregateFunction.Kind.QUANTILE) {
                throw new Refusal(
                        "functions",
                        "cannot have " + function.spelling()
                                + " of buckets: only median and percentiles are of histograms",
                        "write another rule for " + function.spelling() + ", with another as");
            }
            SeriesValue of = contribution.of(function);
            if (of == SeriesValue.SAMPLES || of == SeriesValue.COUNT) {
                throw new Refusal(
                        "of",
                        "must be one value of each bucket, was " + of.spelling(),
                        "such as increase for counters, sum for increments, or last");
            }
        }
    }

    /** Identifies the buckets, as a text that is stable across restarts. */
    @Override
    String toString();
}
