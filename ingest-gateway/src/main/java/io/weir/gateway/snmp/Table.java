package io.weir.gateway.snmp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Objects of a MIB, whose rows become lines of a measurement.
 *
 * @param isScalar whether the objects have one value each, not one in each row
 * @param indexTag tag with the index of the row; empty for none
 * @param tags columns whose values are tags
 * @param fields columns whose values are fields
 */
record Table(String measurement, boolean isScalar, Optional<String> indexTag, List<Column> tags, List<Column> fields) {
    /** Copies the lists. */
    Table {
        tags = List.copyOf(tags);
        fields = List.copyOf(fields);
    }

    /** Objects that have one value each. */
    static Table scalars(String measurement, List<Column> fields) {
        return new Table(measurement, true, Optional.empty(), List.of(), fields);
    }

    /** All columns: those of tags, then those of fields. */
    List<Column> columns() {
        return Stream.concat(tags.stream(), fields.stream()).toList();
    }
}
