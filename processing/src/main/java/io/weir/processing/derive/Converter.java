package io.weir.processing.derive;

import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.Stage;
import io.weir.processing.derive.ValueConversion.Outcome;
import io.weir.processing.meter.ProcessingMeters;

/** Replaces values by converted ones before any other stage reads them. One per task. */
public final class Converter implements Stage<DerivableMetrics> {

    private final ProcessingMeters meters;

    /** Needs no state: a converted value depends only on the value itself. */
    public Converter(ProcessingMeters meters) {
        this.meters = meters;
    }

    @Override
    public void apply(DerivableMetrics batch) {
        for (int metric = 0; metric < batch.rawSize(); metric++) {
            if (!batch.rules(metric).converts().isEmpty()) {
                convert(batch, metric);
            }
        }
    }

    private void convert(DerivableMetrics batch, int metric) {
        int before = Metrics.NONE;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            ConvertRules rules = batch.rules(metric, field).conversion();
            if (rules == null || isKept(batch, metric, field, rules)) {
                before = field;
            } else {
                batch.removeField(metric, before, field);
            }
        }
    }

    private boolean isKept(DerivableMetrics batch, int metric, int field, ConvertRules rules) {
        ValueConversion conversion = rules.conversion();
        Outcome outcome = conversion.convert(
                batch.bytes(field),
                batch.valueFrom(field),
                batch.valueTo(field),
                batch.type(field),
                batch.number(field));
        switch (outcome) {
            case CONVERTED ->
                batch.replaceValue(
                        metric, field, conversion.value(), conversion.length(), conversion.type(), conversion.number());
            case UNMAPPED -> meters.unmapped(rules.name());
            case UNDEFINED -> meters.undefined(rules.name());
            default -> {
                // The value stays unchanged.
            }
        }
        return outcome == Outcome.CONVERTED || outcome == Outcome.UNTOUCHED;
    }
}
