package io.weir.processing.aggregate;

import io.weir.processing.aggregate.cell.Bits;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The newest values of open windows, by column, in ascending order of stamp. No two of a column
 * have the same stamp. Values are {@link Bits}.
 *
 * <p>Each column is a ring in a flat array. Space grows by a quarter, for all columns, because the
 * caches of a processor hold the points of few series. Not thread-safe.
 */
class Points {

    /** The largest number of points of a column. */
    static final int MOST = 1024;

    /** The upper half of a column's first cell is the place of its first point, the lower the number. */
    private static final int HEAD_SHIFT = 32;

    private static final int WORD_SHIFT = 6;
    private static final long[] NONE = {};

    /**
     * For each column, its first cell, then a bit for each place with an integer, then the stamp and
     * the bits of each place.
     */
    private long[] points = NONE;

    /** The number of points for which each column has space; 0 if none are kept. */
    private int capacity;

    /** Whether points are kept. */
    final boolean keepsPoints() {
        return capacity > 0;
    }

    /** Removes all points, and takes memory for these columns. */
    final void allocatePoints(int columns, int pointsOfEach) {
        capacity = pointsOfEach;
        points = pointsOfEach == 0 ? NONE : new long[columns * region()];
    }

    final int pointCapacity() {
        return capacity;
    }

    /** The next larger number of points. */
    final int morePoints() {
        return Math.min(MOST, capacity + capacity / 4 + 1);
    }

    /** Heap bytes of the elements of the array. */
    final long pointBytes() {
        return (long) Long.BYTES * points.length;
    }

    /** The number of cells of a column. */
    private int region() {
        return 1 + words() + 2 * capacity;
    }

    /** The number of cells for a bit of each point. */
    private int words() {
        return (capacity + Long.SIZE - 1) >> WORD_SHIFT;
    }

    private int place(int column, int point) {
        int place = (int) (points[column * region()] >>> HEAD_SHIFT) + point;
        return place < capacity ? place : place - capacity;
    }

    private int cell(int column, int place) {
        return column * region() + 1 + words() + 2 * place;
    }

    final int points(int column) {
        return (int) points[column * region()];
    }

    final long stamp(int column, int point) {
        return points[cell(column, place(column, point))];
    }

    final long bits(int column, int point) {
        return points[cell(column, place(column, point)) + 1];
    }

    final boolean isInteger(int column, int point) {
        int place = place(column, point);
        return ((points[column * region() + 1 + (place >> WORD_SHIFT)] >>> place) & 1) != 0;
    }

    final boolean isFull(int column) {
        return points(column) == capacity;
    }

    /** Replaces the value of a point. */
    final void replace(int column, int point, long bits, boolean isInteger) {
        put(column, point, stamp(column, point), bits, isInteger);
    }

    /** The number of points that are not later than {@code stamp}. Most values are the latest. */
    final int until(int column, long stamp) {
        int low = 0;
        int high = points(column);
        if (high == 0 || stamp >= stamp(column, high - 1)) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stamp(column, middle) <= stamp) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Inserts a point as number {@code point}. There must be space for it. */
    final void insert(int column, int point, long stamp, long bits, boolean isInteger) {
        int at = column * region();
        int later = points(column) - point;
        points[at]++;
        if (later <= point) {
            for (int to = point + later; to > point; to--) {
                copy(column, to - 1, to);
            }
        } else {
            long head = place(column, capacity - 1);
            points[at] = (head << HEAD_SHIFT) | points(column);
            for (int to = 0; to < point; to++) {
                copy(column, to + 1, to);
            }
        }
        put(column, point, stamp, bits, isInteger);
    }

    private void copy(int column, int from, int to) {
        put(column, to, stamp(column, from), bits(column, from), isInteger(column, from));
    }

    private void put(int column, int point, long stamp, long bits, boolean isInteger) {
        int place = place(column, point);
        int word = column * region() + 1 + (place >> WORD_SHIFT);
        long bit = 1L << place;
        points[word] = isInteger ? (points[word] | bit) : (points[word] & ~bit);
        int cell = cell(column, place);
        points[cell] = stamp;
        points[cell + 1] = bits;
    }

    /** Removes the first points of a column. */
    final void removePoints(int column, int count) {
        int at = column * region();
        long head = (points[at] >>> HEAD_SHIFT) + count;
        points[at] = ((head < capacity ? head : head - capacity) << HEAD_SHIFT) | (points(column) - count);
    }

    /** Takes memory for more columns or points, and keeps all points. */
    final void resizePoints(int columns, int toColumns, int toCapacity) {
        Points to = new Points();
        to.allocatePoints(toColumns, toCapacity);
        for (int column = 0; column < columns && capacity > 0; column++) {
            for (int point = 0; point < points(column); point++) {
                to.insert(column, point, stamp(column, point), bits(column, point), isInteger(column, point));
            }
        }
        points = to.points;
        capacity = toCapacity;
    }

    final void writePoints(int columns, DataOutput out) throws IOException {
        out.writeShort(capacity);
        for (int column = 0; column < columns && capacity > 0; column++) {
            out.writeShort(points(column));
            for (int point = 0; point < points(column); point++) {
                out.writeLong(stamp(column, point));
                out.writeLong(bits(column, point));
                out.writeBoolean(isInteger(column, point));
            }
        }
    }

    /** Fills columns without points with what {@link #writePoints} wrote. */
    final void readPoints(int columns, int toColumns, DataInput in) throws IOException {
        int written = in.readUnsignedShort();
        if (written > MOST) {
            throw new IOException("a column has space for at most " + MOST + " points, was " + written);
        }
        allocatePoints(toColumns, written);
        for (int column = 0; column < columns && capacity > 0; column++) {
            int count = in.readUnsignedShort();
            if (count > capacity) {
                throw new IOException("a column has at most " + capacity + " points, was " + count);
            }
            for (int point = 0; point < count; point++) {
                insert(column, point, in.readLong(), in.readLong(), in.readBoolean());
            }
        }
    }
}
