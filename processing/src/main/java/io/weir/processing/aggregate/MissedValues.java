package io.weir.processing.aggregate;

import io.weir.processing.batch.LateLines;
import io.weir.processing.meter.ProcessingMeters;

/** Counts values that at least one window of a rule lacks, and keeps them for storage if the rule stores late values. */
final class MissedValues {

    private final LateLines lines;
    private final ProcessingMeters meters;

    MissedValues(LateLines lines, ProcessingMeters meters) {
        this.lines = lines;
        this.meters = meters;
    }

    /** Counts and stores a value for one of the reasons below. */
    interface Reason {
        void miss(AggregatableMetrics batch, int metric, int field, String rule, boolean storesLate);
    }

    /** A window of the value has closed. */
    void late(AggregatableMetrics batch, int metric, int field, String rule, boolean storesLate) {
        meters.late(rule);
        keep(batch, metric, field, storesLate);
    }

    /** The timestamp of the value is too far ahead. */
    void ahead(AggregatableMetrics batch, int metric, int field, String rule, boolean storesLate) {
        meters.ahead(rule);
        keep(batch, metric, field, storesLate);
    }

    /** The condition of the value is undefined. */
    void undefined(AggregatableMetrics batch, int metric, int field, String rule, boolean storesLate) {
        meters.undefined(rule);
        keep(batch, metric, field, storesLate);
    }

    private void keep(AggregatableMetrics batch, int metric, int field, boolean storesLate) {
        AggregatableMetrics.FieldAggregation rules = batch.rules(metric, field);
        if (storesLate && !rules.isStored(batch.type(field)) && !rules.isHidden()) {
            lines.store(metric, field);
        }
    }
}
