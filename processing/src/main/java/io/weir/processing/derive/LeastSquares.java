package io.weir.processing.derive;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The sums for a least-squares line through points: number, means, and sums of products of
 * deviations from the means. Deviations lose no digits where values are large and slopes small.
 *
 * @see <a href="https://doi.org/10.2307/2683386">Chan, Golub, LeVeque: Algorithms for computing the
 *     sample variance (1983)</a>
 */
final class LeastSquares {

    /** Approximate heap in bytes. */
    static final int BYTES = 56;

    private double count;
    private double meanX;
    private double meanY;
    private double sumXX;
    private double sumXY;

    void clear() {
        count = 0;
        meanX = 0;
        meanY = 0;
        sumXX = 0;
        sumXY = 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(double x, double y) {
        count++;
        double deltaX = x - meanX;
        meanX += deltaX / count;
        meanY += (y - meanY) / count;
        sumXX += deltaX * (x - meanX);
        sumXY += deltaX * (y - meanY);
    }

    /** Adds the points of {@code others}, each moved by {@code shift} along x. */
    void add(LeastSquares others, double shift) {
        if (others.count == 0) {
            return;
        }
        double sum = count + others.count;
        double deltaX = others.meanX + shift - meanX;
        double deltaY = others.meanY - meanY;
        double weight = count * others.count / sum;
        sumXX += others.sumXX + deltaX * deltaX * weight;
        sumXY += others.sumXY + deltaX * deltaY * weight;
        meanX += deltaX * others.count / sum;
        meanY += deltaY * others.count / sum;
        count = sum;
    }

    /** The growth of y per unit of x; NaN if all points have the same x. */
    double slope() {
        return sumXX > 0 ? sumXY / sumXX : Double.NaN;
    }

    /** The value of the line at {@code x}. */
    double at(double x) {
        return meanY + slope() * (x - meanX);
    }

    void write(DataOutput out) throws IOException {
        out.writeDouble(count);
        out.writeDouble(meanX);
        out.writeDouble(meanY);
        out.writeDouble(sumXX);
        out.writeDouble(sumXY);
    }

    void read(DataInput in) throws IOException {
        count = in.readDouble();
        meanX = in.readDouble();
        meanY = in.readDouble();
        sumXX = in.readDouble();
        sumXY = in.readDouble();
    }
}
