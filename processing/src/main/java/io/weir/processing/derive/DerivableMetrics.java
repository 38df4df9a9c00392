package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import io.weir.processing.batch.Metrics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The metrics of a record, with their rules and states for conversion and derivation. */
public interface DerivableMetrics extends Metrics {

    /** The rules of one series. */
    interface SeriesDerivation {

        /** In the order of the file. */
        List<ConvertRules> converts();

        /** In the order of the file. */
        List<DeriveRules> derives();
    }

    /** The rules of one field. */
    interface FieldDerivation {

        /** The conversion of its values, or null. */
        @Nullable
        ConvertRules conversion();

        /** The results that rules derive from the field. */
        DerivedFields derived();
    }

    /** The state of one series. */
    interface DerivationState {

        /** The histories for derive rules. */
        Derivations derivations();
    }

    /** The rules of the metric's series. */
    SeriesDerivation rules(int metric);

    /** The rules of a raw metric's field. */
    FieldDerivation rules(int metric, int field);

    /** The state of the metric's series; slower to read from memory than its other data. */
    DerivationState state(int metric);

    /**
     * Replaces the value of a field.
     *
     * @param value begins with {@code length} bytes in line protocol
     * @param number the value as a number, if it is one
     */
    void replaceValue(int metric, int field, byte[] value, int length, FieldType type, double number);

    /**
     * Removes a field from a metric.
     *
     * @param before the field before it in the metric, {@link #NONE} if it is the first
     */
    void removeField(int metric, int before, int field);
}
