package io.weir.query.prometheus;

import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.store.FoundSeries;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the samples of selected series. */
final class SampleReader extends MatrixReader {
    private final Selector selector;
    private final long from;
    private final boolean hasMarks;
    private final FoundSeries found;

    private Labels labels = Labels.of(Map.of());
    /** Null before the first sample of a series. */
    private @Nullable SeriesBuilder series;

    /**
     * @param from the first millisecond; earlier samples are left out
     * @param hasMarks whether NaN is the mark of an end
     */
    SampleReader(Selector selector, long from, boolean hasMarks, FoundSeries found) {
        this.selector = selector;
        this.from = from;
        this.hasMarks = hasMarks;
        this.found = found;
    }

    @Override
    boolean begin(Map<String, String> texts) {
        labels = labels(texts);
        series = null;
        return selector.selects(labels);
    }

    @Override
    void sample(long stamp, double value) {
        if (stamp >= from) {
            SeriesBuilder builder = series;
            if (builder == null) {
                builder = found.begin(labels, labels.get(Matcher.METRIC_NAME), "");
                series = builder;
            }
            found.add(builder, stamp, hasMarks && Double.isNaN(value) ? Series.STALE_MARKER : value);
            found.check(0);
        }
    }
}
