package io.weir.processing.merge;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.processing.aggregate.group.Observations;
import io.weir.processing.aggregate.group.PartialSum;
import java.util.List;

/** Writes the merged histogram of a window as its rule asks: its parts, counts up to bounds, both or neither. */
final class HistogramFields {

    private final boolean hasParts;
    private final List<String> bounds;

    HistogramFields(LineHistogram rule) {
        hasParts = rule.isWritten();
        bounds = rule.bounds();
    }

    void write(PartialSum window, ResultLines to) {
        Observations histogram = window.histogram();
        if (histogram == null || window.isEmpty()) {
            return;
        }
        if (hasParts) {
            histogram.parts(new Parts(to));
        }
        for (String bound : bounds) {
            to.field(FieldKey.spelled(bound), histogram.atMost(BucketBound.ofField(bound)));
        }
    }

    /** Writes parts as fields. */
    private record Parts(ResultLines to) implements Observations.Parts {

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
