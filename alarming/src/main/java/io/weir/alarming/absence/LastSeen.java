package io.weir.alarming.absence;

import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Saves when and by which gateway each key was last seen. It is an append-only log, so that new
 * entries fill few blocks, whatever the number and order of keys. It is rewritten when it has more
 * than two entries per key, plus {@value #SPARE}. Not thread-safe.
 */
final class LastSeen implements Tier {

    private static final int SPARE = 1_024;
    private static final int FREE = -1;

    private int[] slots = new int[SPARE];
    private long[] seconds = new long[SPARE];
    private int[] rhythms = new int[SPARE];
    private short[] gateways = new short[SPARE];
    private int end;

    /**
     * Appends the time at which the key was last seen; returns its position, which must be saved.
     */
    int add(WatchedKey key) {
        ensure(end + 1);
        set(end, key);
        key.position = end;
        return end++;
    }

    boolean isMostlyOutdated(int keys) {
        return end > 2 * keys + SPARE;
    }

    /**
     * Keeps only the latest entry of each key. Afterwards all positions below the former
     * {@link #slotLimit} must be saved.
     */
    void rewrite(SeriesTable<WatchedKey> keys) {
        Arrays.fill(slots, 0, end, FREE);
        end = 0;
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isUsed(slot) && keys.value(slot).position != WatchedKey.NOWHERE) {
                add(keys.value(slot));
            }
        }
    }

    /**
     * Applies the restored entries to the keys. The last entry of a key wins, even with an earlier
     * second: log time went back then.
     */
    void applyTo(SeriesTable<WatchedKey> keys) {
        for (int position = 0; position < end; position++) {
            int slot = slots[position];
            if (slot != FREE && keys.isUsed(slot)) {
                WatchedKey key = keys.value(slot);
                key.seenSecond = seconds[position];
                key.rhythm.unpack(rhythms[position]);
                key.gateway = gateways[position];
                key.position = position;
            }
        }
    }

    private void set(int position, WatchedKey key) {
        slots[position] = key.slot;
        seconds[position] = key.seenSecond;
        rhythms[position] = key.rhythm.packed();
        gateways[position] = (short) key.gateway;
    }

    private void ensure(int length) {
        if (length > slots.length) {
            int more = Math.max(length, slots.length * 2);
            seconds = Arrays.copyOf(seconds, more);
            rhythms = Arrays.copyOf(rhythms, more);
            gateways = Arrays.copyOf(gateways, more);
            slots = Arrays.copyOf(slots, more);
        }
    }

    @Override
    public int slotLimit() {
        return end;
    }

    @Override
    public boolean write(int position, DataOutput out) throws IOException {
        if (position >= end || slots[position] == FREE) {
            return false;
        }
        out.writeInt(slots[position]);
        out.writeLong(seconds[position]);
        out.writeInt(rhythms[position]);
        out.writeShort(gateways[position]);
        return true;
    }

    @Override
    public void read(int position, DataInput in) throws IOException {
        ensure(position + 1);
        if (position >= end) {
            Arrays.fill(slots, end, position, FREE);
            end = position + 1;
        }
        slots[position] = in.readInt();
        seconds[position] = in.readLong();
        rhythms[position] = in.readInt();
        gateways[position] = in.readShort();
    }

    @Override
    public void clear(int position) {
        if (position < end) {
            slots[position] = FREE;
        }
    }

    void reset() {
        end = 0;
    }

    /** Does nothing: under exactly-once, slots are freed while a record is processed. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
