package io.weir.query.store;

import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.SeriesStore;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store whose lists are read series by series. */
public abstract class ListedSeries implements SeriesStore {
    /**
     * Passes on the labels of the series that all matchers match and that have samples between the times, some perhaps
     * twice.
     *
     * @param allowance for the catalogue and the time
     * @param found throws {@link io.weir.query.series.EvaluationException} above the allowance
     */
    protected abstract void readAll(
            List<Matcher> matchers, long from, long to, Allowance allowance, Consumer<Labels> found);

    @Override
    public final List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        SortedSet<Labels> all = new TreeSet<>();
        readAll(matchers, from, to, allowance, labels -> {
            all.add(labels);
            allowance.checkSeries(all.size());
        });
        return List.copyOf(all);
    }

    @Override
    public final SortedSet<String> texts(
            List<Matcher> matchers, long from, long to, Function<Labels, Collection<String>> of, Allowance allowance) {
        SortedSet<String> all = new TreeSet<>();
        readAll(matchers, from, to, allowance, labels -> {
            all.addAll(of.apply(labels));
            allowance.checkTexts(all.size());
        });
        return all;
    }
}
