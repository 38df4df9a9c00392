package io.weir.query.eval;

import io.weir.query.promql.TimeShift;
import io.weir.query.series.ExactSum;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * The integral over a range, in seconds times the unit of the value. Each sample holds until the next one or a mark of
 * the end, at most for a limited time. So a gap adds nothing, and the integrals of adjacent ranges add up to that of both.
 */
final class Integral implements VectorNode {
    private final List<Series> series;
    private final TimeShift shift;
    private final long range;
    private final long hold;
    private final Span query;

    /** The labels of the result of each series. */
    private final List<Labels> results;

    private final Unique unique = new Unique();

    /**
     * @param series with their marks of ends, and with samples that still hold when the range begins
     * @param range milliseconds
     * @param hold milliseconds for which a sample holds at most
     * @param query the span that {@code start()} and {@code end()} refer to
     */
    Integral(List<Series> series, TimeShift shift, long range, long hold, Span query) {
        this.series = series;
        this.shift = shift;
        this.range = range;
        this.hold = hold;
        this.query = query;
        this.results = series.stream().map(each -> each.labels().withoutName()).toList();
    }

    @Override
    public List<Sample> at(long time) {
        long end = shift.apply(time, query.start(), query.end());
        List<Sample> found = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            addTo(found, series.get(i), results.get(i), end - range, end);
        }
        return found;
    }

    private void addTo(List<Sample> found, Series of, Labels labels, long start, long end) {
        long[] stamps = of.stamps();
        ExactSum sum = new ExactSum();
        boolean isThere = false;
        for (int i = of.first(start - hold); i < stamps.length && stamps[i] < end; i++) {
            long until = Math.min(end, stamps[i] + hold);
            if (i + 1 < stamps.length) {
                until = Math.min(until, stamps[i + 1]);
            }
            long held = until - Math.max(start, stamps[i]);
            if (held > 0 && !Series.isStale(of.values()[i])) {
                sum.add(of.values()[i] * (held / 1e3));
                isThere = true;
            }
        }
        if (isThere) {
            unique.claim(labels, of.labels());
            found.add(new Sample(labels, sum.total()));
        }
    }
}
