package io.weir.query.eval;

import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.series.SeriesStore;
import java.util.ArrayList;
import java.util.List;

/** Series in memory: the oracle of stores. */
public class MemorySeries implements SeriesStore {
    private final List<Series> all;

    public MemorySeries(List<Series> all) {
        this.all = all;
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        List<Series> found = new ArrayList<>();
        for (Series each : all) {
            if (matchers.stream()
                    .allMatch(matcher -> matcher.matches(each.labels().get(matcher.label())))) {
                SeriesBuilder part = new SeriesBuilder(each.labels());
                for (int i = 0; i < each.stamps().length; i++) {
                    if (each.stamps()[i] >= from && each.stamps()[i] <= to) {
                        part.add(each.stamps()[i], each.values()[i]);
                    }
                }
                found.add(part.build());
            }
        }
        return found;
    }

    @Override
    public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return select(matchers, from, to, allowance).stream()
                .filter(each -> each.stamps().length > 0)
                .map(Series::labels)
                .sorted()
                .toList();
    }
}
