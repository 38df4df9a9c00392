package io.weir.gateway.exposition;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;

/**
 * The series of one target: their text in its answers, and how each is spelled in lines. A target
 * writes its series in the same order each time, so the next one is usually found by one comparison.
 * Entries lie one after the other in a few arrays, because a farm has millions of them. Belongs to one
 * thread.
 */
public final class TargetSeries {
    static final int NONE = -1;

    private static final byte DROPPED = 1;
    /** The samples have timestamps of their own, so a missing sample does not mean the end. */
    private static final byte STAMPED = 2;

    private static final byte LIVE = 4;
    private static final int FIRST_CAPACITY = 64;
    private static final int SLOTS_PER_ENTRY = 2;

    /** Bytes of all arrays for one entry, without its text. */
    private static final int BYTES_PER_ENTRY = 3 * Integer.BYTES + Long.BYTES + 1 + SLOTS_PER_ENTRY * Integer.BYTES;

    private static final int MOST_TEXT_BYTES = Integer.MAX_VALUE - 8;

    private final HeldBytes memory;
    private long taken;

    private byte[] text = {};
    /** Where the text of each entry begins; the last one is the end of all text. */
    private int[] starts = new int[FIRST_CAPACITY + 1];
    /** Where the spelling of each entry begins, which ends with the entry. */
    private int[] spelledStarts = new int[FIRST_CAPACITY];

    private long[] hashes = new long[FIRST_CAPACITY];
    private int[] seen = new int[FIRST_CAPACITY];
    private byte[] flags = new byte[FIRST_CAPACITY];
    /** Number of the entry plus one, by hash; 0 is free. */
    private int[] slots = new int[FIRST_CAPACITY * SLOTS_PER_ENTRY];

    private int count;
    private int scrape;
    private int expected;

    /** Without a limit. */
    public TargetSeries() {
        this(new HeldBytes(Long.MAX_VALUE));
    }

    /** Takes what grows from this memory. */
    public TargetSeries(HeldBytes memory) {
        this.memory = memory;
    }

    /** Gives the memory back. The series must not be used any more. */
    public void release() {
        memory.give(taken);
        taken = 0;
    }

    /** Begins an answer. */
    void begin() {
        scrape++;
        expected = 0;
    }

    /** The entry of a series, or {@link #NONE}. */
    int find(byte[] bytes, int from, int to) {
        if (expected < count && is(expected, bytes, from, to)) {
            return expected++;
        }
        long hash = SeriesHash.of(bytes, from, to);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            int entry = slots[slot] - 1;
            if (hashes[entry] == hash && is(entry, bytes, from, to)) {
                expected = entry + 1;
                return entry;
            }
        }
        return NONE;
    }

    private boolean is(int entry, byte[] bytes, int from, int to) {
        return Arrays.equals(text, starts[entry], spelledStarts[entry], bytes, from, to);
    }

    /** Adds an entry; one without a spelling is dropped. {@link #NONE} if there is no memory for it. */
    int add(byte[] bytes, int from, int to, byte[] spelled, int spelledLength) {
        if (!makeRoom(to - from + spelledLength)) {
            return NONE;
        }
        int start = starts[count];
        int spelledStart = start + to - from;
        int end = spelledStart + spelledLength;
        System.arraycopy(bytes, from, text, start, to - from);
        System.arraycopy(spelled, 0, text, spelledStart, spelledLength);
        spelledStarts[count] = spelledStart;
        starts[count + 1] = end;
        hashes[count] = SeriesHash.of(bytes, from, to);
        seen[count] = scrape - 1;
        flags[count] = spelledLength == 0 ? DROPPED : 0;
        index(count);
        expected = count + 1;
        return count++;
    }

    private boolean makeRoom(int more) {
        long end = (long) starts[count] + more;
        long length = end <= text.length
                ? text.length
                : Math.max(end, Math.min(text.length + text.length / 2L, MOST_TEXT_BYTES));
        int capacity = count < hashes.length ? hashes.length : 2 * count;
        long bytes = length - text.length + (long) (capacity - hashes.length) * BYTES_PER_ENTRY;
        if (length > MOST_TEXT_BYTES || !memory.take(bytes)) {
            return false;
        }
        taken += bytes;
        if (length > text.length) {
            text = Arrays.copyOf(text, (int) length);
        }
        if (capacity > hashes.length) {
            grow(capacity);
        }
        return true;
    }

    private void grow(int capacity) {
        starts = Arrays.copyOf(starts, capacity + 1);
        spelledStarts = Arrays.copyOf(spelledStarts, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        seen = Arrays.copyOf(seen, capacity);
        flags = Arrays.copyOf(flags, capacity);
        reindex(capacity);
    }

    private void reindex(int capacity) {
        slots = new int[capacity * SLOTS_PER_ENTRY];
        for (int entry = 0; entry < count; entry++) {
            index(entry);
        }
    }

    private void index(int entry) {
        int mask = slots.length - 1;
        int slot = (int) hashes[entry] & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = entry + 1;
    }

    /** Records a sample. Returns whether it is the first one of this answer, or has a timestamp. */
    boolean mark(int entry, boolean isStamped) {
        boolean isFirst = seen[entry] != scrape;
        seen[entry] = scrape;
        flags[entry] = (byte) ((flags[entry] & DROPPED) | LIVE | (isStamped ? STAMPED : 0));
        return isFirst || isStamped;
    }

    boolean isDropped(int entry) {
        return (flags[entry] & DROPPED) != 0;
    }

    /** Whether the series had a sample, and has not ended since. */
    boolean isLive(int entry) {
        return (flags[entry] & LIVE) != 0;
    }

    /** Records the end of a series that the answer does not have. Returns whether a line must report it. */
    boolean end(int entry) {
        boolean hasEnded = seen[entry] != scrape && isLive(entry);
        boolean isTold = hasEnded && (flags[entry] & (STAMPED | DROPPED)) == 0;
        if (hasEnded) {
            flags[entry] &= DROPPED;
        }
        return isTold;
    }

    /** Forgets ended series once they are more than the live ones. */
    void forgetEnded() {
        int live = 0;
        for (int entry = 0; entry < count; entry++) {
            live += isLive(entry) ? 1 : 0;
        }
        if (count - live <= Math.max(live, FIRST_CAPACITY)) {
            return;
        }
        TargetSeries kept = new TargetSeries();
        for (int entry = 0; entry < count; entry++) {
            if (isLive(entry)) {
                kept.copy(this, entry);
            }
        }
        memory.give(taken - kept.taken);
        taken = kept.taken;
        text = kept.text;
        starts = kept.starts;
        spelledStarts = kept.spelledStarts;
        hashes = kept.hashes;
        seen = kept.seen;
        flags = kept.flags;
        slots = kept.slots;
        count = kept.count;
    }

    private void copy(TargetSeries from, int entry) {
        int spelledLength = from.spelledTo(entry) - from.spelledFrom(entry);
        byte[] spelled = Arrays.copyOfRange(from.text, from.spelledFrom(entry), from.spelledTo(entry));
        int added = add(from.text, from.starts[entry], from.spelledStarts[entry], spelled, spelledLength);
        seen[added] = from.seen[entry];
        flags[added] = from.flags[entry];
    }

    /** The bytes in which the spellings lie. */
    byte[] text() {
        return text;
    }

    int spelledFrom(int entry) {
        return spelledStarts[entry];
    }

    int spelledTo(int entry) {
        return starts[entry + 1];
    }

    /** Number of entries, of which some may have ended. */
    int count() {
        return count;
    }
}
