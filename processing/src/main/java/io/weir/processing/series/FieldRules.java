package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.processing.aggregate.AggregatableMetrics;
import io.weir.processing.check.TypeCheck;
import io.weir.processing.derive.ConvertRules;
import io.weir.processing.derive.DerivableMetrics;
import io.weir.processing.derive.DerivedFields;
import io.weir.processing.suppress.Suppressed;
import io.weir.processing.suppress.SuppressibleMetrics;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effect of the rules on one field of the raw series, decided when the field is first seen. Shared
 * by all series that the same rules apply to.
 *
 * @param type checks its values as they come from senders; null if no type is declared
 * @param conversion the conversion of its values, or null
 * @param derived the results that rules derive from the field
 * @param results the results of each aggregation of the series for the field; null if it does not
 *     take the field
 * @param groupInputs pairs: the place of a group in the plan, and the input of its rule that takes
 *     the field
 * @param areNumbersStored false if storage receives aggregates instead of the field's numbers
 * @param areBooleansStored the same for its booleans
 * @param areTextsStored the same for its texts
 * @param isHidden whether only alarming receives the field, whatever its type
 * @param suppressed the suppression of the field in each feed
 */
public record FieldRules(
        @Nullable TypeCheck type,
        @Nullable ConvertRules conversion,
        DerivedFields derived,
        @Nullable ResultRules[] results,
        int[] groupInputs,
        boolean areNumbersStored,
        boolean areBooleansStored,
        boolean areTextsStored,
        boolean isHidden,
        Suppressed suppressed)
        implements DerivableMetrics.FieldDerivation,
                AggregatableMetrics.FieldAggregation,
                SuppressibleMetrics.FieldSuppression {

    static final int[] NO_INPUTS = {};

    /** For a field beyond the limit, which no rule processes. */
    static final FieldRules PASS = new FieldRules(
            null, null, DerivedFields.NONE, new ResultRules[0], NO_INPUTS, true, true, true, false, Suppressed.NOWHERE);

    /** For a field that exists for an alarm only and may be an input of its groups. */
    static FieldRules hidden(int[] groupInputs) {
        return new FieldRules(
                null,
                null,
                DerivedFields.NONE,
                new ResultRules[0],
                groupInputs,
                false,
                false,
                false,
                true,
                Suppressed.NOWHERE);
    }

    @Override
    public boolean isStored(FieldType type) {
        return switch (type) {
            case FLOAT, INTEGER, UNSIGNED -> areNumbersStored;
            case BOOLEAN -> areBooleansStored;
            case STRING -> areTextsStored;
        };
    }

    @Override
    public boolean isAggregated(int aggregate) {
        return aggregate < results.length && results[aggregate] != null;
    }

    @Override
    public List<byte[]> resultKeys(int aggregate) {
        return results(aggregate).keys();
    }

    /** The results of an aggregation that reads the field. */
    ResultRules results(int aggregate) {
        return Objects.requireNonNull(results[aggregate]);
    }

    /** Whether a stage computes with the field's number. */
    public boolean readsNumber() {
        for (ResultRules each : results) {
            if (each != null) {
                return true;
            }
        }
        return groupInputs.length > 0 || derived.isRead() || conversion != null || suppressed.readsNumber();
    }
}
