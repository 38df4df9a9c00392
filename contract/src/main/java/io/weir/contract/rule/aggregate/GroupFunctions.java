package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Each function of each input, in a field of its own, and the number of different values of tags. With
 * buckets, the functions are percentiles of the observations that histograms count.
 *
 * @param functions the fields of the functions, by input, then function
 * @param distinctTags the tags whose different values are counted
 * @param histogram the buckets; empty: the functions are over numbers
 * @param keepsRaw whether the raw values are stored as well
 * @param late what becomes of late values
 */
public record GroupFunctions(
        List<String> functions, List<String> distinctTags, Optional<Histogram> histogram, boolean keepsRaw, Late late)
        implements GroupResult {

    public GroupFunctions {
        functions = List.copyOf(functions);
        distinctTags = List.copyOf(distinctTags);
        Spelling.requireTags("distinct", distinctTags);
        for (String tag : distinctTags) {
            String field = field(tag);
            if (functions.contains(field)) {
                throw new Refusal(
                        "distinct",
                        "writes " + field + ", as distinct of the field " + tag + " does",
                        "write another rule for one of them, with another as");
            }
        }
    }

    private static String field(String tag) {
        return AggregateFunction.DISTINCT.resultField(tag);
    }

    /** The same functions, by which the raw values are stored as well. */
    GroupFunctions keepingRaw() {
        return new GroupFunctions(functions, distinctTags, histogram, true, late);
    }

    /** The fields with the numbers of different values of tags. */
    public List<String> distinctFields() {
        return distinctTags.stream().map(GroupFunctions::field).toList();
    }

    /** The fields of the functions, of {@link #distinctFields}, and of the merged histogram. */
    @Override
    public List<String> fields() {
        List<String> written = histogram.map(Histogram::written).orElse(List.of());
        return Stream.of(functions, distinctFields(), written)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public String identity() {
        return "functions " + functions + (distinctTags.isEmpty() ? "" : " distinct " + distinctTags)
                + histogram.map(buckets -> " " + buckets).orElse("");
    }
}
