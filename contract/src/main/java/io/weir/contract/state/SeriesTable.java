package io.weir.contract.state;

import io.weir.contract.line.SeriesHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The known series of a task: maps a series' bytes to a dense slot, and the slot to its value.
 *
 * <p>Open addressing with linear probing over flat arrays; a look-up of a known series allocates
 * nothing and usually compares its bytes once. Freed slots are reused, lowest first. The methods
 * have the form that a {@link Tier} of series needs for saving and restoring. Not thread-safe.
 *
 * @param <S> the value of a slot
 */
public final class SeriesTable<S> {

    private static final long EMPTY = -1;
    private static final byte[] NOTHING = {};
    private static final long UPPER_HALF = 0xffff_ffffL << 32;

    /**
     * An entry has the slot in its lower half and the upper half of the series' hash in its upper
     * half, so that a look-up reads one place in memory instead of two.
     */
    private long[] index = emptyIndex(1024);

    private int mask = 1023;

    private byte[][] keys = new byte[256][];
    private long[] hashes = new long[256];
    private @Nullable Object[] values = new Object[256];

    /** For each slot, the slot that followed it last time, {@link #EMPTY} if none did. */
    private int[] following = none(new int[0], 256);

    private int latest;
    private final BitSet used = new BitSet();
    private final Tier.SlotListener freeing;
    private int firstFree;
    private int size;

    /** An empty table. */
    public SeriesTable() {
        this(slot -> {});
    }

    /**
     * An empty table.
     *
     * @param freeing called for each slot that is about to be freed, while it still has its key and
     *     value
     */
    public SeriesTable(Tier.SlotListener freeing) {
        this.freeing = freeing;
    }

    /** The slot of the series with these bytes, or -1. */
    public int find(byte[] key) {
        return find(key, 0, key.length, hash(key));
    }

    /**
     * The slot of the series with the bytes {@code bytes[from, to)}, or -1; {@code hash} is its
     * SeriesHash.
     */
    public int find(byte[] bytes, int from, int to, long hash) {
        for (int at = (int) hash & mask; ; at = (at + 1) & mask) {
            long entry = index[at];
            if (entry == EMPTY) {
                return -1;
            }
            if (((entry ^ hash) & UPPER_HALF) == 0) {
                int slot = (int) entry;
                byte[] key = keys[slot];
                if (Arrays.equals(key, 0, key.length, bytes, from, to)) {
                    return slot;
                }
            }
        }
    }

    /**
     * The series that followed the latest one last time; no bytes if there is none. Senders repeat
     * their series in the same order, so most lines belong to the expected series, and need neither
     * hash nor index.
     */
    public byte[] expected() {
        int slot = following[latest];
        return slot < 0 ? NOTHING : keys[slot];
    }

    /** Notes a line of the {@link #expected} series; returns its slot. */
    public int cameAsExpected() {
        latest = following[latest];
        return latest;
    }

    /** Notes a line of the series in {@code slot}, which thereby follows the previous one. */
    public void came(int slot) {
        following[latest] = slot;
        latest = slot;
    }

    /**
     * Adds a series that {@link #find(byte[])} does not know, in the lowest free slot; returns the
     * slot.
     */
    public int add(byte[] key, S value) {
        return add(key, hash(key), value);
    }

    /** The same with a known {@code hash}; the table keeps {@code key}. */
    public int add(byte[] key, long hash, S value) {
        int slot = used.nextClearBit(firstFree);
        put(slot, key, hash, value);
        firstFree = slot + 1;
        return slot;
    }

    /** Puts a series into {@code slot}, which must be free; frees its previous slot. */
    public void move(int slot, byte[] key, S value) {
        move(slot, key, hash(key), value);
    }

    /** The same with a known {@code hash}; the table keeps {@code key}. */
    public void move(int slot, byte[] key, long hash, S value) {
        int elsewhere = find(key, 0, key.length, hash);
        if (elsewhere >= 0) {
            remove(elsewhere);
        }
        put(slot, key, hash, value);
    }

    private void put(int slot, byte[] key, long hash, S value) {
        if (slot >= keys.length) {
            int length = Math.max(slot + 1, keys.length * 2);
            keys = Arrays.copyOf(keys, length);
            hashes = Arrays.copyOf(hashes, length);
            values = Arrays.copyOf(values, length);
            following = none(following, length);
        }
        keys[slot] = key;
        hashes[slot] = hash;
        values[slot] = value;
        used.set(slot);
        if (++size * 2 > index.length) {
            rehash(index.length * 2);
        } else {
            index(slot, hash);
        }
    }

    /** Replaces the value of {@code slot}, which is in use. */
    public void replace(int slot, S value) {
        values[slot] = value;
    }

    /** Frees {@code slot}; does nothing if it is free. */
    public void remove(int slot) {
        if (!used.get(slot)) {
            return;
        }
        freeing.slot(slot);
        used.clear(slot);
        firstFree = Math.min(firstFree, slot);
        size--;
        int hole = (int) hashes[slot] & mask;
        while ((int) index[hole] != slot) {
            hole = (hole + 1) & mask;
        }
        closeGap(hole);
        keys[slot] = NOTHING;
        values[slot] = null;
    }

    /** Frees all slots. */
    public void clear() {
        for (int slot = slotLimit() - 1; slot >= 0; slot--) {
            remove(slot);
        }
    }

    /** Frees the slots that {@code mayGo} accepts, and passes each to {@code freed}. */
    public void release(IntPredicate mayGo, Tier.SlotListener freed) {
        for (int slot = slotLimit() - 1; slot >= 0; slot--) {
            if (used.get(slot) && mayGo.test(slot)) {
                remove(slot);
                freed.slot(slot);
            }
        }
    }

    /** Moves later entries of the probe sequence back, so that no look-up stops at the hole. */
    private void closeGap(int hole) {
        int gap = hole;
        for (int at = (gap + 1) & mask; index[at] != EMPTY; at = (at + 1) & mask) {
            int home = (int) hashes[(int) index[at]] & mask;
            boolean mayMove = ((at - home) & mask) >= ((at - gap) & mask);
            if (mayMove) {
                index[gap] = index[at];
                gap = at;
            }
        }
        index[gap] = EMPTY;
    }

    public boolean isUsed(int slot) {
        return used.get(slot);
    }

    /** The value of {@code slot}, which must be in use. */
    @SuppressWarnings("unchecked") // only put() fills values, with an S
    public S value(int slot) {
        Object value = values[slot];
        if (value == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return (S) value;
    }

    /**
     * The bytes of the series in {@code slot}: the table's own array, which callers must not
     * change.
     */
    public byte[] key(int slot) {
        return keys[slot];
    }

    /** Writes the bytes of the series in {@code slot}, which is in use, for {@link #readKey}. */
    public void writeKey(int slot, DataOutput out) throws IOException {
        out.writeInt(keys[slot].length);
        out.write(keys[slot]);
    }

    /** The bytes of a series that {@link #writeKey} wrote. */
    public static byte[] readKey(DataInput in) throws IOException {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        return key;
    }

    /** The number of series. */
    public int size() {
        return size;
    }

    /** Upper bound, exclusive, of the slots in use. */
    public int slotLimit() {
        return used.length();
    }

    private void index(int slot, long hash) {
        int at = (int) hash & mask;
        while (index[at] != EMPTY) {
            at = (at + 1) & mask;
        }
        index[at] = (hash & UPPER_HALF) | slot;
    }

    private void rehash(int length) {
        index = emptyIndex(length);
        mask = length - 1;
        for (int slot = used.nextSetBit(0); slot >= 0; slot = used.nextSetBit(slot + 1)) {
            index(slot, hashes[slot]);
        }
    }

    private static long hash(byte[] key) {
        return SeriesHash.of(key, 0, key.length);
    }

    private static int[] none(int[] known, int length) {
        int[] longer = Arrays.copyOf(known, length);
        Arrays.fill(longer, known.length, length, (int) EMPTY);
        return longer;
    }

    private static long[] emptyIndex(int length) {
        long[] empty = new long[length];
        Arrays.fill(empty, EMPTY);
        return empty;
    }
}
