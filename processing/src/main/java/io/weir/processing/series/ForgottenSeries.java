package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How far the windows were closed of the series that were forgotten last, so that a late value opens none of them again.
 *
 * <p>A ring of {@value #MOST} entries, which are numbered as they are added: of more, the oldest are given up. Series are told apart
 * by their 64-bit hash. A tier of its own, so that it is saved before the slots that were freed. Times are nanoseconds since the epoch.
 * Not thread-safe.
 */
final class ForgottenSeries implements Tier {

    static final int MOST = 1 << 16;

    private static final int LEAST = 64;
    private static final int NONE = -1;

    private long[] hashes = new long[0];

    /** {@link Long#MIN_VALUE} at an unused place, which is in no chain. */
    private long[] closed = new long[0];

    /** The chains of entries: the first for each remainder of a hash, and the next of each entry. */
    private int[] first = new int[0];

    private int[] next = new int[0];

    /** The number of the next entry; its place is the remainder. */
    private long number;

    /** What was added since the last release. */
    private long unsaved;

    /**
     * A series is forgotten.
     *
     * @param closedUntil all its windows that close until then are closed; {@link Long#MIN_VALUE} if it had none
     */
    void add(byte[] series, long closedUntil) {
        if (closedUntil == Long.MIN_VALUE) {
            return;
        }
        int at = (int) (number % MOST);
        ensure(at);
        unlink(at);
        put(at, SeriesHash.of(series, 0, series.length), closedUntil);
        number++;
    }

    /** Until when the windows of a series were closed when it was forgotten; {@link Long#MIN_VALUE} if that is not known. */
    long closedUntil(long hash) {
        long until = Long.MIN_VALUE;
        if (first.length > 0) {
            for (int at = first[chain(hash)]; at != NONE; at = next[at]) {
                until = hashes[at] == hash ? Math.max(until, closed[at]) : until;
            }
        }
        return until;
    }

    private void put(int at, long hash, long closedUntil) {
        hashes[at] = hash;
        closed[at] = closedUntil;
        link(at);
    }

    private void link(int at) {
        if (closed[at] != Long.MIN_VALUE) {
            next[at] = first[chain(hashes[at])];
            first[chain(hashes[at])] = at;
        }
    }

    private void unlink(int gone) {
        if (closed[gone] == Long.MIN_VALUE) {
            return;
        }
        int chain = chain(hashes[gone]);
        if (first[chain] == gone) {
            first[chain] = next[gone];
            return;
        }
        for (int at = first[chain]; at != NONE; at = next[at]) {
            if (next[at] == gone) {
                next[at] = next[gone];
                return;
            }
        }
    }

    private int chain(long hash) {
        return (int) hash & (first.length - 1);
    }

    private void ensure(int place) {
        if (place < hashes.length) {
            return;
        }
        int length = Math.max(LEAST, Integer.highestOneBit(place) * 2);
        int before = hashes.length;
        hashes = Arrays.copyOf(hashes, length);
        closed = Arrays.copyOf(closed, length);
        next = new int[length];
        first = new int[length];
        Arrays.fill(first, NONE);
        Arrays.fill(closed, before, length, Long.MIN_VALUE);
        for (int at = 0; at < before; at++) {
            link(at);
        }
    }

    /** Forgets everything. */
    void reset() {
        hashes = new long[0];
        closed = new long[0];
        first = new int[0];
        next = new int[0];
        number = 0;
        unsaved = 0;
    }

    @Override
    public int slotLimit() {
        return (int) Math.min(number, MOST);
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        long latest = (number - 1 - slot) / MOST * MOST + slot;
        out.writeLong(latest);
        out.writeLong(hashes[slot]);
        out.writeLong(closed[slot]);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        number = Math.max(number, in.readLong() + 1);
        unsaved = number;
        ensure(slot);
        unlink(slot);
        put(slot, in.readLong(), in.readLong());
    }

    /** Does nothing: what is added takes the place of what was. */
    @Override
    public void clear(int slot) {}

    /** Frees nothing, but has saved what was added since: series are forgotten when the tier upstream is released. */
    @Override
    public void release(long committedOffset, SlotListener freed) {
        for (unsaved = Math.max(unsaved, number - MOST); unsaved < number; unsaved++) {
            freed.slot((int) (unsaved % MOST));
        }
    }
}
