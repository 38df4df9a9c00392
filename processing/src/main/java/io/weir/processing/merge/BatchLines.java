package io.weir.processing.merge;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.batch.Metrics;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Appends result lines to a batch, as metrics of their series. Skips a series that already includes
 * the record.
 */
final class BatchLines implements ResultLines {

    private final SeriesStates series;
    private final Checkpoint checkpoint;
    private final ProcessingMeters meters;
    private @Nullable MetricBatch batch;
    private long start;
    private String rule = "";
    private Optional<Revision> revision = Optional.empty();
    private boolean isSkipped;
    private int fields;

    BatchLines(SeriesStates series, Checkpoint checkpoint, ProcessingMeters meters) {
        this.series = series;
        this.checkpoint = checkpoint;
        this.meters = meters;
    }

    /** The checkpoint of the series. */
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Directs the following lines to this batch. */
    void begin(MetricBatch next) {
        batch = next;
    }

    /**
     * Sets window start and rule of the following lines.
     *
     * @param revises how they revise results; empty if they are the first
     */
    void at(long windowStart, String ofRule, Optional<Revision> revises) {
        start = windowStart;
        rule = ofRule;
        revision = revises;
    }

    @Override
    public void line(byte[] canonical) {
        MetricBatch to = Objects.requireNonNull(batch);
        long hash = SeriesHash.of(canonical, 0, canonical.length);
        int slot = series.find(canonical, 0, canonical.length, hash);
        if (slot < 0) {
            slot = series.add(canonical, hash, to.size());
            if (slot < 0) {
                meters.refused(MergeProcessor.BUDGET);
                isSkipped = true;
                return;
            }
            checkpoint.touchNew(slot);
        }
        isSkipped = checkpoint.includes(slot);
        if (isSkipped) {
            return;
        }
        series.seen(slot, to.receivedMillis(), to.offset());
        if (series.rules(slot).hasState()) {
            checkpoint.touch(slot);
        }
        if (revision.isEmpty()) {
            series.account().lines().add(to.size());
            to.addRawMetric(slot, start);
        } else if (revision.get().isForAll()) {
            to.addComputedMetric(slot, 0, start);
        } else {
            to.addMetricFor(Feed.STORAGE, slot, series.state(slot), 0, start);
        }
        fields = 0;
    }

    @Override
    public void field(byte[] key, double value) {
        if (!Double.isFinite(value)) {
            meters.undefined(rule);
        } else if (!isSkipped) {
            MetricBatch to = Objects.requireNonNull(batch);
            to.addField(to.size() - 1, number(key), key, value);
        }
    }

    @Override
    public void field(byte[] key, long value) {
        if (!isSkipped) {
            MetricBatch to = Objects.requireNonNull(batch);
            to.addField(to.size() - 1, number(key), key, value);
        }
    }

    @Override
    public void field(byte[] key, String text) {
        if (!isSkipped) {
            MetricBatch to = Objects.requireNonNull(batch);
            to.addField(to.size() - 1, number(key), key, '"' + text + '"', FieldType.STRING);
        }
    }

    private int number(byte[] key) {
        MetricBatch to = Objects.requireNonNull(batch);
        int metric = to.size() - 1;
        return revision.isEmpty() && to.rules(metric).readsFields()
                ? series.fieldNumber(to.slot(metric), key, 0, key.length, fields++)
                : Metrics.UNNUMBERED;
    }
}
