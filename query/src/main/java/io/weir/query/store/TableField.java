package io.weir.query.store;

import io.weir.query.series.ValueType;

/** A field of a table and the type of its values. */
public record TableField(String name, ValueType type) {}
