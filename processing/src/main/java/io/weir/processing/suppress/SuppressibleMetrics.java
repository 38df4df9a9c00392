package io.weir.processing.suppress;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Feed;
import io.weir.processing.batch.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a record, with their rules and states for suppression.
 *
 * @param <S> the state of a series
 */
public interface SuppressibleMetrics<S extends FilterState> extends Metrics {

    /** The rules of one series. */
    interface SeriesSuppression {

        /** Whether fields of any output may be suppressed. */
        boolean isSuppressed();

        /** Whether every feed receives all fields of the raw series that are not suppressed. */
        boolean keepsAll();
    }

    /** The rules of one field. */
    interface FieldSuppression {

        /** False if storage receives aggregates instead of the field's numbers. */
        boolean isStored(FieldType type);

        /** Whether only alarming receives the field, whatever its type. */
        boolean isHidden();
    }

    /** The rules of the metric's series. */
    SeriesSuppression rules(int metric);

    /** The rules of a raw metric's field. */
    FieldSuppression rules(int metric, int field);

    /** The suppression of any metric's field in a feed, or null. */
    @Nullable
    Suppression suppression(int metric, int field, Feed feed);

    /** The state of the metric's series; slower to read from memory than its other data. */
    S state(int metric);

    /** Withholds a field of a metric from a feed. */
    void leaveOut(int metric, int field, Feed feed);

    /** Whether a field is withheld from a feed. */
    boolean isLeftOut(int field, Feed feed);

    /** Appends a metric for one feed, with values held back when the series was in this state. */
    void addMetricFor(Feed feed, int slot, S state, int output, long timestamp);

    /** Appends a field with a value in line protocol that no stage computes with. */
    void addField(int metric, int fieldNumber, byte[] key, String value, FieldType type);
}
