package io.weir.processing.stage;

import io.weir.contract.state.Checkpoint;
import io.weir.processing.derive.ValueConversion;
import io.weir.processing.derive.ValueConversion.Outcome;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.ConvertRules;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;

/** Replaces values by converted ones before any other stage reads them. One per task. */
public final class Converter implements Stage {

    private final ProcessingMeters meters;

    /** Needs neither state nor checkpoint: a converted value depends only on the value itself. */
    public Converter(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters) {
        this.meters = meters;
    }

    @Override
    public void apply(MetricBatch batch) {
        for (int metric = 0; metric < batch.rawSize(); metric++) {
            if (!batch.rules(metric).converts().isEmpty()) {
                convert(batch, metric);
            }
        }
    }

    private void convert(MetricBatch batch, int metric) {
        int before = MetricBatch.NONE;
        for (int field = batch.firstField(metric); field != MetricBatch.NONE; field = batch.nextField(field)) {
            ConvertRules rules = batch.rules(metric, field).conversion();
            if (rules == null || isKept(batch, metric, field, rules)) {
                before = field;
            } else {
                batch.removeField(metric, before, field);
            }
        }
    }

    private boolean isKept(MetricBatch batch, int metric, int field, ConvertRules rules) {
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
