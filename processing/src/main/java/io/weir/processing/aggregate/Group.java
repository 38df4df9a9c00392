package io.weir.processing.aggregate;

import io.weir.contract.rule.metric.GroupRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open windows of one group in one partition, oldest first. Not thread-safe. */
public final class Group {

    /** Close time of a group without open windows. */
    public static final long NEVER = Long.MAX_VALUE;

    private final GroupShape shape;
    private final List<GroupWindow> windows = new ArrayList<>(2);
    private long lastOffset = -1;

    Group(GroupShape shape) {
        this.shape = shape;
    }

    public GroupShape shape() {
        return shape;
    }

    /**
     * Returns the window that starts at {@code start}, for a change by the record at
     * {@code offset}; opens it if necessary. Returns null if the limit of open windows is reached.
     */
    @Nullable
    GroupWindow window(long start, long offset) {
        lastOffset = offset;
        int at = windows.size();
        while (at > 0 && windows.get(at - 1).start() >= start) {
            at--;
        }
        if (at == windows.size() || windows.get(at).start() != start) {
            if (windows.size() == GroupRule.MOST_WINDOWS) {
                return null;
            }
            windows.add(at, new GroupWindow(shape, start));
        }
        return windows.get(at);
    }

    /** The log time at which the oldest window closes; {@link #NEVER} if none is open. */
    long closesAt() {
        return windows.isEmpty() ? NEVER : windows.get(0).closesAt();
    }

    /** Removes the oldest window, which the record at {@code offset} closes. */
    GroupWindow close(long offset) {
        lastOffset = offset;
        return windows.remove(0);
    }

    /** Drops all windows for the record at {@code offset}; returns their number. */
    int drop(long offset) {
        lastOffset = offset;
        int open = windows.size();
        windows.clear();
        return open;
    }

    boolean mayBeReleased(long committedOffset) {
        return windows.isEmpty() && lastOffset < committedOffset;
    }

    void write(DataOutput out) throws IOException {
        shape.write(out);
        out.writeInt(windows.size());
        for (GroupWindow window : windows) {
            window.write(out);
        }
    }

    static Group read(DataInput in) throws IOException {
        Group group = new Group(GroupShape.read(in));
        for (int left = in.readInt(); left > 0; left--) {
            group.windows.add(GroupWindow.read(group.shape, in));
        }
        return group;
    }
}
