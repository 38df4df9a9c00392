package io.weir.query.opensearch;

import io.weir.query.series.ValueType;
import java.util.Optional;

/**
 * A field of a measurement in some indices.
 *
 * @param column the path of its column; empty if there is none, so that only documents have the values
 */
record SearchField(String name, ValueType type, Optional<String> column) {
    /** The start of the path of each field. */
    static final String OBJECT = "fields";

    /** The path in documents. */
    String path() {
        return OBJECT + "." + name;
    }

    /** The field in both indices; empty if no request reads both. */
    Optional<SearchField> with(SearchField other) {
        if (equals(other)) {
            return Optional.of(this);
        }
        return type.isSample() && other.type.isSample()
                ? Optional.of(new SearchField(name, ValueType.FLOAT, column))
                : Optional.empty();
    }
}
