package io.weir.processing.group;

import io.weir.processing.window.CellLayout;
import io.weir.processing.window.Cells;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** The series of a group in one window, in the order in which they came, each with what is known of its own values. */
public final class Members {

    /** A group has so many in a partition at most. */
    public static final int MOST = 10_000;

    private final LongSet hashes = new LongSet();
    private final Cells cells;
    private byte[][] series = new byte[4][];

    /** None yet. */
    public Members(CellLayout layout) {
        cells = new Cells(layout, series.length);
    }

    /** Adds a value of a series, which is spelled by these bytes; returns false if there are too many series. */
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

    /** What is known of the values: an entry for each series. */
    public Cells cells() {
        return cells;
    }

    /** Writes all. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(size());
        for (int number = 0; number < size(); number++) {
            out.writeLong(hashes.member(number));
            out.writeInt(series[number].length);
            out.write(series[number]);
            cells.write(number, out);
        }
    }

    /** Adds what {@link #write} wrote of other series. */
    public void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            long hash = in.readLong();
            byte[] spelled = new byte[in.readInt()];
            in.readFully(spelled);
            cells.read(add(hash, spelled), in);
        }
    }
}
