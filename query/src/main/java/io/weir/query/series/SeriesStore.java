package io.weir.query.series;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** A source that lists its series, too. Thread-safe. */
public interface SeriesStore extends SeriesSource {
    /**
     * The labels of the series that all matchers match and that have samples between the times, both included.
     *
     * @param allowance counts each series as a sample
     */
    List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance);

    /**
     * The different texts that {@code of} takes from the labels of these series, such as the values of a label. A store
     * that reads series one by one does not bound their number.
     *
     * @param allowance counts each text as a sample
     */
    default SortedSet<String> texts(
            List<Matcher> matchers, long from, long to, Function<Labels, Collection<String>> of, Allowance allowance) {
        SortedSet<String> all = new TreeSet<>();
        list(matchers, from, to, allowance).forEach(each -> all.addAll(of.apply(each)));
        return all;
    }

    /**
     * The names of the metrics that these series have, and perhaps others that matchers of other labels do not match. A
     * store may look into its catalogue only, which has names of other times, too.
     *
     * @param allowance counts each name as a sample
     */
    default SortedSet<String> metrics(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return texts(matchers, from, to, labels -> List.of(labels.get(Matcher.METRIC_NAME)), allowance);
    }

    /** Whether the store has a field that the matchers may select, at any time. A store may look into its catalogue only. */
    default boolean hasFields(List<Matcher> matchers, Allowance allowance) {
        return !metrics(matchers, 0, Long.MAX_VALUE, allowance).isEmpty();
    }
}
