package io.weir.query.eval;

import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.List;

/** The value of a query. */
public sealed interface Result {
    /** One number. */
    record Scalar(long time, double value) implements Result {}

    /** A text. */
    record Text(long time, String value) implements Result {}

    /** A value of each series. */
    record Vector(long time, List<Sample> samples) implements Result {}

    /** Several values of each series. */
    record Matrix(List<Series> series) implements Result {}
}
