package io.weir.query.promql;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An operator that aggregates the series of an instant vector. */
public enum Aggregator {
    SUM(null),
    AVG(null),
    MIN(null),
    MAX(null),
    COUNT(null),
    GROUP(null),
    STDDEV(null),
    STDVAR(null),
    QUANTILE(ValueType.SCALAR),
    TOPK(ValueType.SCALAR),
    BOTTOMK(ValueType.SCALAR),
    COUNT_VALUES(ValueType.STRING);

    private final @Nullable ValueType parameter;

    Aggregator(@Nullable ValueType parameter) {
        this.parameter = parameter;
    }

    /** The type of the argument before the vector; null without one. */
    public @Nullable ValueType parameter() {
        return parameter;
    }

    /** As in queries. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
