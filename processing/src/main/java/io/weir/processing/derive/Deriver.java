package io.weir.processing.derive;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.FutureLimit;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.Stage;
import io.weir.processing.meter.ProcessingMeters;
import java.util.List;

/**
 * Adds derived fields to the lines of a batch. Rules apply in the order of the file, so each sees
 * the fields that earlier rules added. A field that a line already has is never replaced. One per
 * task.
 */
public final class Deriver implements Stage<DerivableMetrics> {

    private final ProcessingMeters meters;
    private final FutureLimit future;
    private final LineFields line = new LineFields();
    private double[] values = new double[8];

    /**
     * Needs no state: it arrives with the batch, and the reader has already touched its slots in
     * the checkpoint.
     *
     * @param future values with timestamps beyond it are not remembered
     */
    public Deriver(ProcessingMeters meters, FutureLimit future) {
        this.meters = meters;
        this.future = future;
    }

    @Override
    public void apply(DerivableMetrics batch) {
        for (int metric = 0; metric < batch.rawSize(); metric++) {
            List<DeriveRules> rules = batch.rules(metric).derives();
            if (!rules.isEmpty()) {
                line.begin(batch, metric);
                for (int rule = 0; rule < rules.size(); rule++) {
                    Formula formula = rules.get(rule).formula();
                    if (formula == null) {
                        deriveFromFields(batch, metric, rule, rules.get(rule));
                    } else {
                        deriveFromLine(batch, metric, rule, rules.get(rule), formula);
                    }
                }
            }
        }
    }

    private void deriveFromFields(DerivableMetrics batch, int metric, int rule, DeriveRules rules) {
        Derivations derivations = batch.state(metric).derivations();
        boolean isAhead = future.isBeyond(batch.timestamp(metric), batch.receivedMillis());
        int last = batch.lastField(metric);
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int number = batch.fieldNumber(field);
            byte[] key = batch.rules(metric, field).derived().key(rule);
            if (key != null) {
                History history = derivations.history(rule, number);
                Outcome outcome = isAhead ? Outcome.AHEAD : next(batch, metric, field, history);
                if (outcome.hasResult()) {
                    add(batch, metric, derivations.result(rule, number, key), key, history.value(), rules);
                }
                count(rules, outcome);
            }
            if (field == last) {
                return; // the fields that follow were added by this rule
            }
        }
    }

    private static Outcome next(DerivableMetrics batch, int metric, int field, History history) {
        FieldType type = batch.type(field);
        return history.accepts(type)
                ? history.next(batch.timestamp(metric), type, FieldBits.of(batch, field))
                : Outcome.NOT_NUMERIC;
    }

    private void deriveFromLine(DerivableMetrics batch, int metric, int rule, DeriveRules rules, Formula formula) {
        int[] operands = batch.state(metric).derivations().operands(rule);
        int variables = operands.length - 1;
        if (values.length < variables) {
            values = new double[variables];
        }
        for (int i = 0; i < variables; i++) {
            int field = line.field(operands[i]);
            if (field == Metrics.NONE) {
                return;
            }
            if (!batch.type(field).isNumber()) {
                count(rules, Outcome.NOT_NUMERIC);
                return;
            }
            values[i] = batch.number(field);
        }
        double value = formula.evaluate(values);
        if (Double.isNaN(value)) {
            count(rules, Outcome.UNDEFINED);
        } else {
            add(batch, metric, operands[variables], rules.formulaKey(), value, rules);
        }
    }

    private void add(DerivableMetrics batch, int metric, int number, byte[] key, double value, DeriveRules rules) {
        if (number == Metrics.UNNUMBERED) {
            count(rules, Outcome.TOO_MANY_FIELDS);
        } else if (line.field(number) != Metrics.NONE) {
            count(rules, Outcome.NAME_TAKEN);
        } else {
            batch.addField(metric, number, key, value);
            line.add(number, batch.lastField(metric));
        }
    }

    private void count(DeriveRules rules, Outcome outcome) {
        if (outcome == Outcome.UNDEFINED) {
            meters.undefined(rules.name());
        } else if (outcome.isCounted()) {
            meters.notDerived(rules.name(), outcome.spelling());
        }
    }
}
