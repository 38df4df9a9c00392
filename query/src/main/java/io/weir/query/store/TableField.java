package io.weir.query.store;

import io.weir.query.series.ValueType;

/**
 * A field of a table and the type of its values.
 *
 * @param column its name in statements
 */
public record TableField(String name, String column, ValueType type) {
    /** A field that its column names. */
    public TableField(String name, ValueType type) {
        this(name, name, type);
    }
}
