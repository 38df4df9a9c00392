package io.weir.query.eval;

import io.weir.query.series.Sample;
import java.util.List;

/** An expression whose value is an instant vector. It is evaluated at ascending times. */
interface VectorNode {
    List<Sample> at(long time);
}
