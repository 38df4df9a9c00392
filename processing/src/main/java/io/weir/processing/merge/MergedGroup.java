package io.weir.processing.merge;

import io.weir.processing.aggregate.group.ColumnTypes;
import io.weir.processing.aggregate.group.PartialSum;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The waiting partials of one group, by window and source partition. Not thread-safe. */
final class MergedGroup {

    static final long NEVER = Long.MAX_VALUE;

    private final TreeMap<Long, SortedMap<Integer, byte[]>> windows = new TreeMap<>();
    private long lastOffset = -1;

    /**
     * The start of the window after the last result. It has a result even without partials, which
     * says that the group is empty. {@link #NEVER} if a result has said so.
     */
    private long following = NEVER;

    /** The first window that may have a result. Time may go back, but a result is sent once. */
    private long passed = Long.MIN_VALUE;

    /** Whether the last result was written, which revised ones are only if they differ. */
    private boolean wasWritten;

    /** The types of the results since the group was last empty. */
    private final ColumnTypes types = new ColumnTypes();

    /**
     * Stores the partial of a source partition for a window and replaces an earlier one. Returns
     * false if the result of the window was already computed.
     */
    boolean put(long start, int source, byte[] body, long offset) {
        if (start < passed) {
            return false;
        }
        lastOffset = offset;
        windows.computeIfAbsent(start, unseen -> new TreeMap<>()).put(source, body);
        return true;
    }

    /** For {@link PartialSum#keepTypes}. */
    ColumnTypes types() {
        return types;
    }

    /** Whether the last result was written. */
    boolean wasWritten() {
        return wasWritten;
    }

    /** Notes whether the result was written, and forgets the types of an empty group. */
    void endResult(boolean isWritten) {
        wasWritten = isWritten;
        if (following == NEVER) {
            types.clear();
        }
    }

    /** The start of the next window with a result, or {@link #NEVER}. */
    long firstStart() {
        return windows.isEmpty() ? following : Math.min(windows.firstKey(), following);
    }

    /**
     * Removes the window at {@link #firstStart} and returns its partials in the order of their
     * source partitions. Without any, the group is empty.
     */
    Collection<byte[]> takeFirst(long everyNanos, long offset) {
        lastOffset = offset;
        long start = firstStart();
        SortedMap<Integer, byte[]> partials = windows.remove(start);
        passed = start + everyNanos;
        following = partials == null ? NEVER : passed;
        return partials == null ? List.of() : partials.values();
    }

    /** Drops all windows; returns their number. */
    int drop(long offset) {
        lastOffset = offset;
        int open = windows.size();
        windows.clear();
        following = NEVER;
        wasWritten = false;
        return open;
    }

    boolean mayBeReleased(long committedOffset) {
        return windows.isEmpty() && following == NEVER && lastOffset < committedOffset;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(following);
        out.writeLong(passed);
        out.writeBoolean(wasWritten);
        types.write(out);
        out.writeInt(windows.size());
        for (Map.Entry<Long, SortedMap<Integer, byte[]>> window : windows.entrySet()) {
            out.writeLong(window.getKey());
            out.writeInt(window.getValue().size());
            for (Map.Entry<Integer, byte[]> partial : window.getValue().entrySet()) {
                out.writeInt(partial.getKey());
                out.writeInt(partial.getValue().length);
                out.write(partial.getValue());
            }
        }
    }

    static MergedGroup read(DataInput in) throws IOException {
        MergedGroup group = new MergedGroup();
        group.following = in.readLong();
        group.passed = in.readLong();
        group.wasWritten = in.readBoolean();
        group.types.read(in);
        for (int windows = in.readInt(); windows > 0; windows--) {
            long start = in.readLong();
            for (int partials = in.readInt(); partials > 0; partials--) {
                int source = in.readInt();
                byte[] body = new byte[in.readInt()];
                in.readFully(body);
                group.put(start, source, body, -1);
            }
        }
        return group;
    }
}
