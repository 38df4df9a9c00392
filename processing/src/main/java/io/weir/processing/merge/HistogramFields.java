package io.weir.processing.merge;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.processing.aggregate.group.Exponential;
import io.weir.processing.aggregate.group.PartialSum;
import java.util.List;

/** Writes the merged histogram of a window as its rule asks: exponential, explicit, both or not at all. */
final class HistogramFields {

    private final boolean isExponential;
    private final List<String> bounds;

    HistogramFields(Histogram.Exponential rule) {
        isExponential = rule.isWritten();
        bounds = rule.bounds();
    }

    void write(PartialSum window, ResultLines to) {
        Exponential histogram = window.histogram();
        if (histogram == null || window.isEmpty()) {
            return;
        }
        if (isExponential) {
            histogram.parts(new Parts(to));
        }
        for (String bound : bounds) {
            to.field(FieldKey.spelled(bound), histogram.atMost(BucketBound.ofField(bound)));
        }
    }

    /** Writes parts as fields. */
    private record Parts(ResultLines to) implements Exponential.Parts {

        @Override
        public void number(String name, double value) {
            to.field(FieldKey.spelled(name), value);
        }

        @Override
        public void integer(String name, long value) {
            to.field(FieldKey.spelled(name), value);
        }

        @Override
        public void text(String name, String value) {
            to.field(FieldKey.spelled(name), value);
        }
    }
}
