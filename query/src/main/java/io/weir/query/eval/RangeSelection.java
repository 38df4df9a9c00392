package io.weir.query.eval;

import io.weir.query.promql.TimeShift;
import io.weir.query.series.Series;
import java.util.List;

/**
 * The series of a range vector, without marks of ends.
 *
 * @param range milliseconds
 * @param query the span that {@code start()} and {@code end()} refer to
 */
record RangeSelection(List<Series> series, TimeShift shift, long range, Span query) {
    Window window(Series series, long time) {
        long end = shift.apply(time, query.start(), query.end());
        return new Window(series, series.first(end - range), series.first(end + 1), end - range, end, time);
    }
}
