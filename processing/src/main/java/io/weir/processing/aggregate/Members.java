package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The series of a group in one window, in order of arrival, each with the cells of its own values.
 */
public final class Members {

    /** The maximum number of series of a group in a partition. */
    public static final int MOST = 10_000;

    private final LongSet hashes = new LongSet();
    private final Cells cells;
    private byte[][] series = new byte[4][];

    public Members(CellLayout layout) {
        cells = new Cells(layout, series.length);
    }

    /**
     * Adds a value of a series that {@code spelled} spells; returns false if there are already
     * {@link #MOST} series.
     */
    boolean add(long hash, byte[] spelled, long stamp, double value) {
        int number = hashes.find(hash);
        if (number < 0) {
            if (hashes.size() == MOST) {
                return false;
            }
            number = add(hash, spelled);
        }
        cells.add(number, stamp, value);
        return true;
    }

    private int add(long hash, byte[] spelled) {
        int number = hashes.add(hash);
        if (number == series.length) {
            series = Arrays.copyOf(series, number * 2);
            cells.grow(number * 2);
        }
        series[number] = spelled;
        return number;
    }

    public int size() {
        return hashes.size();
    }

    /** The bytes of a series, by its number. */
    public byte[] series(int number) {
        return series[number];
    }

    /** The cells of the values, one entry for each series. */
    public Cells cells() {
        return cells;
    }

    /** Writes all series and their cells. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(size());
        for (int number = 0; number < size(); number++) {
            out.writeLong(hashes.member(number));
            out.writeInt(series[number].length);
            out.write(series[number]);
            cells.write(number, out);
        }
    }

    /** Adds the series that {@link #write} wrote. None of them may be present. */
    public void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            long hash = in.readLong();
            byte[] spelled = new byte[in.readInt()];
            in.readFully(spelled);
            cells.read(add(hash, spelled), in);
        }
    }
}
