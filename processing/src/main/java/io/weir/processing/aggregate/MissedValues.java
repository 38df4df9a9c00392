package io.weir.processing.aggregate;

import io.weir.processing.batch.LateLines;
import io.weir.processing.meter.ProcessingMeters;

/** Counts the values that are in no window of a rule, and keeps them for storage if it says so. */
final class MissedValues {

    private final LateLines lines;
    private final ProcessingMeters meters;

    MissedValues(LateLines lines, ProcessingMeters meters) {
        this.lines = lines;
        this.meters = meters;
    }

    /** A window of the value has closed. */
    void late(AggregatableMetrics batch, int metric, int field, AggregateRules rule) {
        meters.late(rule.name());
        keep(batch, metric, field, rule.storesLate());
    }

    /** The window of the value has closed. */
    void late(AggregatableMetrics batch, int metric, int field, GroupShape rule) {
        meters.late(rule.rule());
        keep(batch, metric, field, rule.storesLate());
    }

    /** The timestamp of the value is too far ahead. */
    void ahead(AggregatableMetrics batch, int metric, int field, AggregateRules rule) {
        meters.ahead(rule.name());
        keep(batch, metric, field, rule.storesLate());
    }

    /** The timestamp of the value is too far ahead. */
    void ahead(AggregatableMetrics batch, int metric, int field, GroupShape rule) {
        meters.ahead(rule.rule());
        keep(batch, metric, field, rule.storesLate());
    }

    private void keep(AggregatableMetrics batch, int metric, int field, boolean isStoredLate) {
        AggregatableMetrics.FieldAggregation rules = batch.rules(metric, field);
        if (isStoredLate && !rules.isStored() && !rules.isHidden()) {
            lines.store(metric, field);
        }
    }
}
