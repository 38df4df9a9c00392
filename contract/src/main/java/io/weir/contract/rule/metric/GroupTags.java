package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Spelling;
import java.util.List;
import java.util.Optional;

/**
 * The tags of series, beside those of {@code by}, whose values matter to a group of {@code aggregate}.
 *
 * @param distinct the tags whose different values are counted
 * @param buckets the tag with the upper bounds of a histogram's buckets; empty: the values are not of
 *     buckets
 */
record GroupTags(List<String> distinct, Optional<String> buckets) {

    GroupTags {
        distinct = List.copyOf(distinct);
    }

    /** Reads the keys {@code distinct} and {@code buckets} of a rule. {@link #requireFor} checks them. */
    static GroupTags read(YamlSection section) {
        List<String> distinct = section.texts("distinct", "tags whose different values a group counts")
                .or(List.of());
        Optional<String> buckets = section.text("buckets", "tag with the upper bounds of a histogram's buckets")
                .optional();
        return new GroupTags(distinct, buckets);
    }

    /** The value of a series if the rule has no {@code of}: buckets are counters. */
    Optional<SeriesValue> usualValue() {
        return buckets.map(unused -> SeriesValue.INCREASE);
    }

    /** Refuses invalid tags, and functions and values of series that are not of buckets. */
    void requireFor(List<String> by, Contribution contribution, List<AggregateFunction> functions) {
        Spelling.requireTags("distinct", distinct);
        buckets.ifPresent(tag -> Spelling.require("buckets", "tag key", tag));
        for (String tag : distinct) {
            if (by.contains(tag)) {
                throw new Refusal(
                        "distinct",
                        "counts " + tag + ", which has one value in each group, because by has it, too",
                        "remove it from one of them");
            }
        }
        if (buckets.filter(by::contains).isPresent()) {
            throw new Refusal(
                    "buckets",
                    "is " + buckets.get() + ", which by has, too: then each group has one bucket",
                    "remove it from by");
        }
        if (buckets.isPresent()) {
            functions.forEach(function -> requireOfBuckets(function, contribution.of(function)));
        }
    }

    private static void requireOfBuckets(AggregateFunction function, SeriesValue of) {
        if (function.kind() != AggregateFunction.Kind.QUANTILE) {
            throw new Refusal(
                    "functions",
                    "cannot have " + function.spelling()
                            + " with buckets: only median and percentiles are of histograms",
                    "write another rule for " + function.spelling() + ", with another as");
        }
        if (of == SeriesValue.SAMPLES || of == SeriesValue.COUNT) {
            throw new Refusal(
                    "of",
                    "must be one value of each bucket with buckets, was " + of.spelling(),
                    "such as increase for counters, sum for increments, or last");
        }
    }

    /** Identifies the tags, as a text that is stable across restarts. */
    String identity() {
        return (distinct.isEmpty() ? "" : " distinct " + distinct)
                + buckets.map(tag -> " buckets " + tag).orElse("");
    }
}
