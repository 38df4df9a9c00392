package io.weir.processing.series;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the rules make of one field of an output, decided when the field is first seen. Shared by all series that the same
 * rules apply to.
 *
 * @param conversion what becomes of its values; null if they stay
 * @param derived what rules derive from the field
 * @param results what each aggregation of the series makes of the field; null for one that does not take it
 * @param groupInputs pairs: the place of a group in the plan, and the input of its rule that takes the field
 * @param isStored false if storage does not get the field's numbers, because they are aggregated instead
 * @param isHidden whether it is kept from all feeds but alarming, whatever its type
 * @param suppressed what feeds may do without
 */
public record FieldRules(
        @Nullable ConvertRules conversion,
        DerivedFields derived,
        @Nullable ResultRules[] results,
        int[] groupInputs,
        boolean isStored,
        boolean isHidden,
        Suppressed suppressed) {

    static final int[] NO_INPUTS = {};

    /** For a field that came when there were too many: it passes. */
    static final FieldRules PASS =
            new FieldRules(null, DerivedFields.NONE, new ResultRules[0], NO_INPUTS, true, false, Suppressed.NOWHERE);

    /** For a field that is there for an alarm alone, which may want it compared. */
    static FieldRules hidden(int[] groupInputs) {
        return new FieldRules(
                null, DerivedFields.NONE, new ResultRules[0], groupInputs, false, true, Suppressed.NOWHERE);
    }

    /** For the field of this name, of what an aggregation makes: nothing is computed from it. */
    static FieldRules ofResult(String name, OutputRules output) {
        return new FieldRules(
                null, DerivedFields.NONE, new ResultRules[0], NO_INPUTS, true, false, Suppressed.of(name, output));
    }

    /** Does an aggregation take the field, by the aggregation's place in the plan? */
    public boolean isTaken(int aggregate) {
        return aggregate < results.length && results[aggregate] != null;
    }

    /** What an aggregation that takes the field makes of it. */
    public ResultRules results(int aggregate) {
        return Objects.requireNonNull(results[aggregate]);
    }

    /** Does a stage compute with the field's number? */
    public boolean readsNumber() {
        for (ResultRules each : results) {
            if (each != null) {
                return true;
            }
        }
        return groupInputs.length > 0 || derived.isRead() || conversion != null || suppressed.readsNumber();
    }
}
