package io.weir.processing.series;

import io.weir.processing.repeat.LastValues;
import io.weir.processing.window.Windows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** What a task remembers of one series, beside its plan. Not thread-safe. */
public final class SeriesState {

    /** Stands where nothing is suppressed; always empty. */
    private static final LastValues UNUSED = new LastValues();

    private final SeriesPlan plan;
    private final Windows[] windows;
    private final LastValues[] lastStored;
    private long lastSeenMillis = Long.MIN_VALUE;
    private long lastOffset = -1;

    SeriesState(SeriesPlan plan) {
        this.plan = plan;
        List<AggregatePlan> aggregates = plan.aggregates();
        windows = new Windows[aggregates.size()];
        lastStored = new LastValues[1 + windows.length];
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new Windows(aggregates.get(i).spec());
        }
        for (int output = 0; output < lastStored.length; output++) {
            lastStored[output] = output(output).isSuppressed() ? new LastValues() : UNUSED;
        }
    }

    public SeriesPlan plan() {
        return plan;
    }

    /** The open windows of an aggregation, by its place in the plan. */
    public Windows windows(int aggregate) {
        return windows[aggregate];
    }

    /** What was last stored of an output: 0 is the raw series, 1 + n the n-th aggregation. */
    public LastValues lastStored(int output) {
        return lastStored[output];
    }

    /** The plan of an output, numbered as in {@link #lastStored}. */
    public OutputPlan output(int output) {
        return output == 0 ? plan.raw() : plan.aggregates().get(output - 1).output();
    }

    /** The log time at which the first of all open windows closes, {@link Windows#NEVER} if none is open. */
    public long closesAtLogTime() {
        long first = Windows.NEVER;
        for (Windows each : windows) {
            first = Math.min(first, each.closesAtLogTime());
        }
        return first;
    }

    /**
     * Notes a metric of the series. If the series was silent for longer than {@code expiry}, everything is forgotten first,
     * unless a window is still open: nobody ticked meanwhile, or the window is longer than that.
     */
    void seen(long receivedMillis, long offset, long expiryMillis) {
        boolean isExpired = lastSeenMillis != Long.MIN_VALUE && receivedMillis - lastSeenMillis > expiryMillis;
        if (isExpired && closesAtLogTime() == Windows.NEVER) {
            reset();
        }
        lastSeenMillis = Math.max(lastSeenMillis, receivedMillis);
        lastOffset = offset;
    }

    boolean mayBeReleased(long logMillis, long expiryMillis, long committedOffset) {
        return lastOffset < committedOffset
                && logMillis - lastSeenMillis > expiryMillis
                && closesAtLogTime() == Windows.NEVER;
    }

    private void reset() {
        for (Windows each : windows) {
            each.reset();
        }
        for (LastValues each : lastStored) {
            each.reset();
        }
    }

    /** Each part is written with its length, so that one can be left out once its rule is gone. */
    void write(DataOutput out) throws IOException {
        out.writeLong(lastSeenMillis);
        out.writeInt(lastStored.length);
        for (int output = 0; output < lastStored.length; output++) {
            ByteArrayOutputStream part = new ByteArrayOutputStream(128);
            writePart(output, new DataOutputStream(part));
            out.writeLong(identity(output));
            out.writeInt(part.size());
            out.write(part.toByteArray());
        }
    }

    void read(DataInput in) throws IOException {
        lastSeenMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            long identity = in.readLong();
            byte[] part = new byte[in.readInt()];
            in.readFully(part);
            for (int output = 0; output < lastStored.length; output++) {
                if (identity(output) == identity) {
                    readPart(output, new DataInputStream(new ByteArrayInputStream(part)));
                }
            }
        }
    }

    private long identity(int output) {
        return output == 0 ? 0 : plan.aggregates().get(output - 1).identity();
    }

    private void writePart(int output, DataOutput out) throws IOException {
        if (output > 0) {
            windows[output - 1].write(out);
        }
        lastStored[output].write(out);
    }

    private void readPart(int output, DataInput in) throws IOException {
        if (output > 0) {
            windows[output - 1].read(in);
        }
        if (lastStored[output] != UNUSED) {
            lastStored[output].read(in);
        }
    }
}
