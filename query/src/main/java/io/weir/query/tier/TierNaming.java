package io.weir.query.tier;

import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.naming.Origins;
import io.weir.query.naming.PromqlNames;

/** How a store names the fields of measurements, and the measurements of tiers. */
enum TierNaming {
    /** A store with measurements and fields. */
    TABLES,
    /** The names of Prometheus, which have no hyphens. */
    PROMETHEUS,
    /** The same, but the field {@code value} is in names, too, and hyphens are. */
    VICTORIAMETRICS;

    private static final String REMEDY_WITHOUT_MEASUREMENTS =
            "select the metric of one of them in the tier, such as cpu_m5_usage_mean (docs/rules/tiers.md)";

    /** Whether a selector can name a measurement and a field. */
    boolean hasMeasurements() {
        return this == TABLES;
    }

    /** The name in PromQL of a field. */
    String metric(String measurement, String field) {
        return this == VICTORIAMETRICS
                ? PromqlNames.metric(measurement + "_" + field)
                : PromqlNames.metric(measurement, field);
    }

    /** The end of the measurements of a tier. */
    String ending(String tier) {
        String ending = StorageTier.ending(tier);
        return this == PROMETHEUS ? ending.replace('-', '_') : ending;
    }

    /** Refuses series of two fields that have the same labels. */
    Origins origins() {
        return hasMeasurements() ? new Origins() : new Origins(REMEDY_WITHOUT_MEASUREMENTS);
    }
}
