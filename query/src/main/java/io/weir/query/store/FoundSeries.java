package io.weir.query.store;

import io.weir.query.naming.Origins;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the samples of one answer, and counts them against its allowance. */
public final class FoundSeries {
    private final Allowance allowance;
    private final Origins origins = new Origins();
    private final List<SeriesBuilder> builders = new ArrayList<>();
    private long used;

    public FoundSeries(Allowance allowance) {
        this.allowance = allowance;
    }

    /** Begins a series. Throws {@link io.weir.query.series.EvaluationException} if another field has the labels. */
    public SeriesBuilder begin(Labels labels, String measurement, String field) {
        origins.claim(labels, measurement, field);
        SeriesBuilder builder = new SeriesBuilder(labels);
        builders.add(builder);
        used += Allowance.SAMPLES_OF_SERIES;
        return builder;
    }

    /** Adds a sample, in the order of times: of several samples in a millisecond, the last one counts. */
    public void add(SeriesBuilder series, long stamp, double value) {
        if (series.addOrReplace(stamp, value)) {
            used++;
        }
    }

    /**
     * Throws {@link io.weir.query.series.EvaluationException} above the allowance.
     *
     * @param others what the reader has in memory besides
     */
    public void check(long others) {
        allowance.check(used + others);
    }

    /** All series, in the order of their labels. */
    public List<Series> sorted() {
        return builders.stream()
                .map(SeriesBuilder::build)
                .sorted(Comparator.comparing(Series::labels))
                .toList();
    }
}
