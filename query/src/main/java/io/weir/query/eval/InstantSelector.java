package io.weir.query.eval;

import io.weir.query.promql.TimeShift;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;

/** The newest sample of each series that is not older than the lookback. */
final class InstantSelector implements VectorNode {
    private final List<Series> series;
    private final TimeShift shift;
    private final Span query;
    private final long lookback;

    InstantSelector(List<Series> series, TimeShift shift, Span query, long lookback) {
        this.series = series;
        this.shift = shift;
        this.query = query;
        this.lookback = lookback;
    }

    @Override
    public List<Sample> at(long time) {
        return samples(time, false);
    }

    /** The times of the samples in seconds, instead of their values. */
    List<Sample> stampsAt(long time) {
        return samples(time, true);
    }

    private List<Sample> samples(long time, boolean stamps) {
        long reference = shift.apply(time, query.start(), query.end());
        List<Sample> found = new ArrayList<>(series.size());
        for (Series each : series) {
            int last = each.first(reference + 1) - 1;
            if (last >= 0 && each.stamps()[last] >= reference - lookback && !Series.isStale(each.values()[last])) {
                found.add(new Sample(each.labels(), stamps ? each.stamps()[last] / 1e3 : each.values()[last]));
            }
        }
        return found;
    }
}
