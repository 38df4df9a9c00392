package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Each function of each input, in a field of its own, and the number of different values of tags. With
 * buckets, the functions are percentiles of the observations that histograms count.
 *
 * @param functions the fields of the functions, by input, then function
 * @param tags the tags that are counted, or have the bounds of buckets
 * @param keepsRaw whether the raw values are stored as well
 * @param late what becomes of late values
 */
public record GroupFunctions(List<String> functions, GroupTags tags, boolean keepsRaw, Late late)
        implements GroupResult {

    public GroupFunctions {
        functions = List.copyOf(functions);
        for (String tag : tags.distinct()) {
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
        return new GroupFunctions(functions, tags, true, late);
    }

    /** The fields of {@link #functions}, then the numbers of different values of tags. */
    @Override
    public List<String> fields() {
        return Stream.concat(functions.stream(), tags.distinct().stream().map(GroupFunctions::field))
                .toList();
    }

    @Override
    public String identity() {
        return "functions " + functions + tags.identity();
    }

    @Override
    public List<String> distinctTags() {
        return tags.distinct();
    }

    @Override
    public Optional<String> buckets() {
        return tags.buckets();
    }
}
