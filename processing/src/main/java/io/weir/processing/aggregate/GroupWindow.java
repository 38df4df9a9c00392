package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One window of a group: the cells of its values, by input, and the series that contributed. */
public final class GroupWindow {

    private final GroupShape shape;
    private final long start;
    private final Cells cells;
    private final LongSet sources = new LongSet();
    private final @Nullable Members members;

    /** Creates an empty window. */
    public GroupWindow(GroupShape shape, long start) {
        this.shape = shape;
        this.start = start;
        this.cells = new Cells(shape.layout(), shape.inputs());
        this.members = shape.hasMembers() ? new Members(shape.layout()) : null;
    }

    /**
     * Adds a value of a series; returns false if the group already has the maximum number of
     * series.
     */
    public boolean add(int input, long stamp, double value, long hash, byte[] series) {
        if (members != null && !members.add(hash, series, stamp, value)) {
            return false;
        }
        cells.add(input, stamp, value);
        sources.add(hash);
        return true;
    }

    /**
     * Adds another value of a series that is already counted here. Only for shapes without members.
     */
    public void addCounted(int input, long stamp, double value) {
        cells.add(input, stamp, value);
    }

    /** Nanoseconds since the epoch. */
    public long start() {
        return start;
    }

    long closesAt() {
        return shape.closesAt(start);
    }

    /** The cells of the values, one entry for each input. */
    public Cells cells() {
        return cells;
    }

    /** The number of distinct series that contributed values. */
    public int sources() {
        return sources.size();
    }

    /** The series with their own values; null if the rule does not need them. */
    public @Nullable Members members() {
        return members;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(start);
        for (int input = 0; input < shape.inputs(); input++) {
            cells.write(input, out);
        }
        sources.write(out);
        if (members != null) {
            members.write(out);
        }
    }

    static GroupWindow read(GroupShape shape, DataInput in) throws IOException {
        GroupWindow window = new GroupWindow(shape, in.readLong());
        for (int input = 0; input < shape.inputs(); input++) {
            window.cells.read(input, in);
        }
        window.sources.read(in);
        if (window.members != null) {
            window.members.read(in);
        }
        return window;
    }
}
