package io.weir.query.eval;

import io.weir.query.promql.Function;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A function of one value and further numbers. */
interface ValueFunction {
    double of(double value, double[] scalars);

    /** Null if the function is not of this kind. */
    static @Nullable ValueFunction find(Function function) {
        return Known.ALL.get(function);
    }

    /** The functions by name. */
    final class Known {
        /** Beyond these seconds, {@link LocalDateTime} has no dates. */
        private static final double LAST_DATE = 3e16;

        private static final double LN_2 = Math.log(2);

        private static final Map<Function, ValueFunction> ALL = new EnumMap<>(Function.class);

        static {
            plain(Function.ABS, Math::abs);
            plain(Function.CEIL, Math::ceil);
            plain(Function.FLOOR, Math::floor);
            plain(Function.EXP, Math::exp);
            plain(Function.SQRT, Math::sqrt);
            plain(Function.LN, Math::log);
            plain(Function.LOG2, Known::log2);
            plain(Function.LOG10, Math::log10);
            plain(Function.SGN, Math::signum);
            plain(Function.DEG, value -> value * 180 / Math.PI);
            plain(Function.RAD, value -> value * Math.PI / 180);
            plain(Function.SIN, Math::sin);
            plain(Function.COS, Math::cos);
            plain(Function.TAN, Math::tan);
            plain(Function.ASIN, Math::asin);
            plain(Function.ACOS, Math::acos);
            plain(Function.ATAN, Math::atan);
            plain(Function.SINH, Math::sinh);
            plain(Function.COSH, Math::cosh);
            plain(Function.TANH, Math::tanh);
            plain(Function.ASINH, Known::asinh);
            plain(Function.ACOSH, value -> Math.log(value + Math.sqrt(value * value - 1)));
            plain(Function.ATANH, value -> 0.5 * Math.log1p(2 * value / (1 - value)));
            ALL.put(Function.CLAMP, (value, bounds) -> max(bounds[0], min(bounds[1], value)));
            ALL.put(Function.CLAMP_MIN, (value, bounds) -> max(bounds[0], value));
            ALL.put(Function.CLAMP_MAX, (value, bounds) -> min(bounds[0], value));
            ALL.put(Function.ROUND, Known::round);
            date(Function.YEAR, LocalDateTime::getYear);
            date(Function.MONTH, LocalDateTime::getMonthValue);
            date(Function.DAY_OF_MONTH, LocalDateTime::getDayOfMonth);
            date(Function.DAY_OF_YEAR, LocalDateTime::getDayOfYear);
            date(Function.DAY_OF_WEEK, date -> date.getDayOfWeek().getValue() % DayOfWeek.values().length);
            date(Function.DAYS_IN_MONTH, date -> date.toLocalDate().lengthOfMonth());
            date(Function.HOUR, LocalDateTime::getHour);
            date(Function.MINUTE, LocalDateTime::getMinute);
        }

        private Known() {}

        private static void plain(Function function, DoubleUnaryOperator operator) {
            ALL.put(function, (value, none) -> operator.applyAsDouble(value));
        }

        /** Of a time in seconds since 1970, in UTC. */
        private static void date(Function function, ToIntFunction<LocalDateTime> part) {
            ALL.put(
                    function,
                    (value, none) -> Math.abs(value) < LAST_DATE
                            ? part.applyAsInt(LocalDateTime.ofEpochSecond((long) value, 0, ZoneOffset.UTC))
                            : Double.NaN);
        }

        private static double round(double value, double[] nearest) {
            double inverse = 1 / (nearest.length == 0 ? 1 : nearest[0]);
            return Math.floor(value * inverse + 0.5) / inverse;
        }

        /** The infinity of this side wins over NaN, as in Go. */
        private static double min(double bound, double value) {
            boolean infinite = bound == Double.NEGATIVE_INFINITY || value == Double.NEGATIVE_INFINITY;
            return infinite ? Double.NEGATIVE_INFINITY : Math.min(bound, value);
        }

        private static double max(double bound, double value) {
            boolean infinite = bound == Double.POSITIVE_INFINITY || value == Double.POSITIVE_INFINITY;
            return infinite ? Double.POSITIVE_INFINITY : Math.max(bound, value);
        }

        /** Exact for powers of two. */
        private static double log2(double value) {
            int exponent = Math.getExponent(value);
            boolean normal = value > 0 && exponent >= Double.MIN_EXPONENT && exponent <= Double.MAX_EXPONENT;
            return normal ? exponent + Math.log(Math.scalb(value, -exponent)) / LN_2 : Math.log(value) / LN_2;
        }

        private static double asinh(double value) {
            double size = Math.abs(value);
            double result =
                    Double.isInfinite(size) ? size : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
            return Math.copySign(result, value);
        }
    }
}
