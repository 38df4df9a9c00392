package io.weir.query.promql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A function of PromQL that Weir computes. */
public enum Function {
    ABS(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ABSENT(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ABSENT_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    ACOS(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ACOSH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ASIN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ASINH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ATAN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    ATANH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    AVG_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    CEIL(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    CHANGES(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    CLAMP(ValueType.VECTOR, 3, 3, ValueType.VECTOR, ValueType.SCALAR, ValueType.SCALAR),
    CLAMP_MAX(ValueType.VECTOR, 2, 2, ValueType.VECTOR, ValueType.SCALAR),
    CLAMP_MIN(ValueType.VECTOR, 2, 2, ValueType.VECTOR, ValueType.SCALAR),
    COS(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    COSH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    COUNT_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    DAY_OF_MONTH(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    DAY_OF_WEEK(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    DAY_OF_YEAR(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    DAYS_IN_MONTH(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    DEG(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    DELTA(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    DERIV(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    EXP(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    FLOOR(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    HISTOGRAM_QUANTILE(ValueType.VECTOR, 2, 2, ValueType.SCALAR, ValueType.VECTOR),
    HOLT_WINTERS(ValueType.VECTOR, 3, 3, ValueType.MATRIX, ValueType.SCALAR, ValueType.SCALAR),
    HOUR(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    IDELTA(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    INCREASE(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    INTEGRAL_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    IRATE(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    LABEL_JOIN(
            ValueType.VECTOR,
            3,
            Integer.MAX_VALUE,
            ValueType.VECTOR,
            ValueType.STRING,
            ValueType.STRING,
            ValueType.STRING),
    LABEL_REPLACE(
            ValueType.VECTOR,
            5,
            5,
            ValueType.VECTOR,
            ValueType.STRING,
            ValueType.STRING,
            ValueType.STRING,
            ValueType.STRING),
    LAST_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    LN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    LOG10(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    LOG2(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    MAX_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    MIN_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    MINUTE(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    MONTH(ValueType.VECTOR, 0, 1, ValueType.VECTOR),
    PI(ValueType.SCALAR, 0, 0),
    PREDICT_LINEAR(ValueType.VECTOR, 2, 2, ValueType.MATRIX, ValueType.SCALAR),
    PRESENT_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    QUANTILE_OVER_TIME(ValueType.VECTOR, 2, 2, ValueType.SCALAR, ValueType.MATRIX),
    RAD(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    RATE(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    RESETS(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    ROUND(ValueType.VECTOR, 1, 2, ValueType.VECTOR, ValueType.SCALAR),
    SCALAR(ValueType.SCALAR, 1, 1, ValueType.VECTOR),
    SGN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    SIN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    SINH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    SORT(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    SORT_DESC(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    SQRT(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    STDDEV_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    STDVAR_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    SUM_OVER_TIME(ValueType.VECTOR, 1, 1, ValueType.MATRIX),
    TAN(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    TANH(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    TIME(ValueType.SCALAR, 0, 0),
    TIMESTAMP(ValueType.VECTOR, 1, 1, ValueType.VECTOR),
    VECTOR(ValueType.VECTOR, 1, 1, ValueType.SCALAR),
    YEAR(ValueType.VECTOR, 0, 1, ValueType.VECTOR);

    /** Functions of Prometheus that need what the samples of Weir lack: they are numbers. */
    static final Set<String> OF_NATIVE_HISTOGRAMS = Set.of(
            "histogram_avg",
            "histogram_count",
            "histogram_fraction",
            "histogram_stddev",
            "histogram_stdvar",
            "histogram_sum");

    private static final Map<String, Function> BY_NAME =
            Stream.of(values()).collect(Collectors.toMap(Function::toString, each -> each));

    private final ValueType result;
    private final int least;
    private final int most;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<ValueType> arguments;

    Function(ValueType result, int least, int most, ValueType... arguments) {
        this.result = result;
        this.least = least;
        this.most = most;
        this.arguments = List.of(arguments);
    }

    /** Null if no function has this name. */
    static @Nullable Function of(String name) {
        return BY_NAME.get(name);
    }

    /** In queries. */
    static Set<String> names() {
        return BY_NAME.keySet();
    }

    public ValueType result() {
        return result;
    }

    /** The fewest arguments. */
    int least() {
        return least;
    }

    /** The most arguments. */
    int most() {
        return most;
    }

    /** The type of the argument at this index; further arguments are of the type of the last. */
    ValueType argument(int index) {
        return arguments.get(Math.min(index, arguments.size() - 1));
    }

    /** As in queries. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
