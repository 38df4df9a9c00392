package io.weir.processing.group;

import io.weir.contract.rule.metric.GroupRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open windows of one group in one partition, oldest first. Not thread-safe. */
public final class Group {

    /** No window is open. */
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
     * The window that starts at {@code start}, which is opened if it is not; the record at {@code offset} is about to change
     * it. Null if as many are open as may.
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

    /** When, in the farm's time, the oldest window closes; {@link #NEVER} if none is open. */
    long closesAt() {
        return windows.isEmpty() ? NEVER : windows.get(0).closesAt();
    }

    /** Takes the oldest window out: the record at {@code offset} closes it. */
    GroupWindow close(long offset) {
        lastOffset = offset;
        return windows.remove(0);
    }

    /** Gives up all windows; returns how many there were. */
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
