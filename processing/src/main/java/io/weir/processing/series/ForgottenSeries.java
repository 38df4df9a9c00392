package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * For each forgotten series, the start of its last closed window, so that a late value does not
 * reopen a window.
 *
 * <p>A ring of {@value #MOST} entries, numbered as they are added; a new entry overwrites the
 * oldest. Series are identified by their 64-bit hash. A tier of its own, saved before the slots
 * that were freed. Times are nanoseconds since the epoch. Not thread-safe.
 */
final class ForgottenSeries implements Tier {

    static final int MOST = 1 << 16;

    private static final int LEAST = 64;
    private static final int NONE = -1;

    private long[] hashes = new long[0];

    /** {@link Long#MIN_VALUE} at an unused place, which is in no chain. */
    private long[] closed = new long[0];

    /** Hash chains: the first entry for each remainder of a hash, and the next of each entry. */
    private int[] first = new int[0];

    private int[] next = new int[0];

    /** The number of the next entry; its place is the remainder. */
    private long number;

    /** The number of the first entry that was added after the last release. */
    private long unsaved;

    /**
     * Adds a forgotten series.
     *
     * @param lastClosed all its windows that start by this time are closed; {@link Long#MIN_VALUE} if
     *     it had none
     */
    void add(byte[] series, long lastClosed) {
        if (lastClosed == Long.MIN_VALUE) {
            return;
        }
        int at = (int) (number % MOST);
        ensure(at);
        unlink(at);
        put(at, SeriesHash.of(series, 0, series.length), lastClosed);
        number++;
    }

    /**
     * The start of the last closed window of a forgotten series; {@link Long#MIN_VALUE} if unknown.
     */
    long lastClosed(long hash) {
        long until = Long.MIN_VALUE;
        if (first.length > 0) {
            for (int at = first[chain(hash)]; at != NONE; at = next[at]) {
                until = hashes[at] == hash ? Math.max(until, closed[at]) : until;
            }
        }
        return until;
    }

    private void put(int at, long hash, long lastClosed) {
        hashes[at] = hash;
        closed[at] = lastClosed;
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

    /** Does nothing: new entries overwrite old ones. */
    @Override
    public void clear(int slot) {}

    /**
     * Frees nothing, but marks new entries for saving: the tier upstream forgets series in its own
     * release.
     */
    @Override
    public void release(long committedOffset, SlotListener freed) {
        for (unsaved = Math.max(unsaved, number - MOST); unsaved < number; unsaved++) {
            freed.slot((int) (unsaved % MOST));
        }
    }
}
