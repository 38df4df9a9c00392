package io.weir.standalone.query.plot;

import java.util.Arrays;
import java.util.function.DoubleFunction;

/**
 * The vertical axis.
 *
 * @param min at the bottom; greater than {@code max} if no value is finite
 * @param max at the top
 */
record ValueAxis(double min, double max) {

    /** The axis that shows all finite values. */
    static ValueAxis of(Samples samples) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < samples.count(); i++) {
            double value = samples.value(i);
            if (Double.isFinite(value)) {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        return new ValueAxis(min, max);
    }

    boolean isEmpty() {
        return min > max;
    }

    boolean isConstant() {
        return min == max;
    }

    /** The position of a value among {@code dots} dots; a constant line is in the middle. */
    int position(double value, int dots) {
        if (isConstant()) {
            return dots / 2;
        }
        // The difference of two large values would be infinite.
        double share = (value / 2 - min / 2) / (max / 2 - min / 2);
        return (int) Math.round(share * (dots - 1));
    }

    /** The texts beside the rows, the top one first. */
    String[] labels(int rows, DoubleFunction<String> number) {
        String[] labels = new String[rows];
        Arrays.fill(labels, "");
        if (isConstant()) {
            labels[(rows - 1) / 2] = number.apply(min);
        } else {
            labels[0] = number.apply(max);
            labels[rows - 1] = number.apply(min);
        }
        return labels;
    }
}
