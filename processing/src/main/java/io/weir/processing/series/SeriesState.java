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
import java.io.UncheckedIOException;
import java.util.List;

/** What a task remembers of one series, beside its plan. Not thread-safe. */
public final class SeriesState {

    /** Stands where nothing is suppressed; always empty. */
    private static final LastValues UNUSED = new LastValues();

    /** Instead of a part's identity. */
    private static final long NO_MORE_PARTS = 0;

    /** What is written of a window or a memory. */
    @FunctionalInterface
    private interface Part {
        void write(DataOutput out) throws IOException;
    }

    private final SeriesPlan plan;
    private final Windows[] windows;
    private final LastValues[] lastStored;
    private long lastSeenMillis = Long.MIN_VALUE;
    private long lastOffset = -1;
    private boolean wasSaved;

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

    /**
     * Must the series be in a checkpoint? Also without state, where it was in an earlier one: after a crash, records from
     * before the rules changed may be read again, and must find the series either as it was or to have had them.
     */
    boolean isSaved() {
        return wasSaved || plan.hasState();
    }

    /** The same series under another plan: the state of rules that are in both is kept. */
    SeriesState under(SeriesPlan other) {
        SeriesState after = new SeriesState(other);
        try {
            after.read(new DataInputStream(new ByteArrayInputStream(written())));
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        after.lastOffset = lastOffset;
        after.wasSaved = isSaved();
        return after;
    }

    /** How many open windows would be lost under another plan. */
    int openWindowsNotIn(SeriesPlan other) {
        int lost = 0;
        for (int i = 0; i < windows.length; i++) {
            long identity = plan.aggregates().get(i).identity();
            boolean isKept = other.aggregates().stream().anyMatch(aggregate -> aggregate.identity() == identity);
            lost += isKept ? 0 : windows[i].open();
        }
        return lost;
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

    private byte[] written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Each part is written with its length, so that one can be left out once its rule is gone. */
    void write(DataOutput out) throws IOException {
        out.writeLong(lastSeenMillis);
        for (int i = 0; i < windows.length; i++) {
            writePart(plan.aggregates().get(i).identity(), windows[i]::write, out);
        }
        for (int output = 0; output < lastStored.length; output++) {
            if (lastStored[output] != UNUSED) {
                writePart(output(output).identity(), lastStored[output]::write, out);
            }
        }
        out.writeLong(NO_MORE_PARTS);
    }

    void read(DataInput in) throws IOException {
        wasSaved = true;
        lastSeenMillis = in.readLong();
        for (long identity = in.readLong(); identity != NO_MORE_PARTS; identity = in.readLong()) {
            byte[] part = new byte[in.readInt()];
            in.readFully(part);
            readPart(identity, new DataInputStream(new ByteArrayInputStream(part)));
        }
    }

    private static void writePart(long identity, Part part, DataOutput out) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        part.write(new DataOutputStream(bytes));
        out.writeLong(identity);
        out.writeInt(bytes.size());
        out.write(bytes.toByteArray());
    }

    private void readPart(long identity, DataInput in) throws IOException {
        for (int i = 0; i < windows.length; i++) {
            if (plan.aggregates().get(i).identity() == identity) {
                windows[i].read(in);
                return;
            }
        }
        for (int output = 0; output < lastStored.length; output++) {
            if (lastStored[output] != UNUSED && output(output).identity() == identity) {
                lastStored[output].read(in);
                return;
            }
        }
    }
}
