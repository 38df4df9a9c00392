package io.weir.contract.rule.aggregate;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The upper bound of a histogram's bucket, as the value of a tag or the name of a field spells it. */
public final class BucketBound {

    /** As Go formats and reads floats, such as {@code 0.005} and {@code 1e+06}. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?+(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+");

    private static final Pattern INFINITY = Pattern.compile("\\+?inf(?:inity)?", Pattern.CASE_INSENSITIVE);

    /** The field with the number of all observations, beside those of the buckets. */
    private static final String COUNT = "count";

    private BucketBound() {}

    /** The bound; positive infinity for that of all values, such as {@code +Inf}. NaN if there is none. */
    public static double of(@Nullable String tag) {
        if (tag == null) {
            return Double.NaN;
        }
        if (INFINITY.matcher(tag).matches()) {
            return Double.POSITIVE_INFINITY;
        }
        double number = NUMBER.matcher(tag).matches() ? Double.parseDouble(tag) : Double.NaN;
        // Adding zero turns -0 into 0, which is the same bound.
        return Double.isFinite(number) ? number + 0.0 : Double.NaN;
    }

    /** Likewise, by the name of a field: {@code count} is a bucket of all values, too. */
    public static double ofField(String name) {
        return name.equals(COUNT) ? Double.POSITIVE_INFINITY : of(name);
    }
}
