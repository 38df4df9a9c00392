package io.weir.contract.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Three tiers for {@link TierCrashModelTest}: links feed racks, and racks feed halls. The output of
 * each depends on its previous state.
 */
final class ChainStates implements WorkingSet {

    static final int LINKS = 400;
    static final int RACKS = 150;
    static final int HALLS = 70;

    final Row racks = new Row(RACKS);
    final Row halls = new Row(HALLS);
    private final Row links = new Row(LINKS);

    /** One number per slot. */
    static final class Row implements Tier {

        private final long[] values;

        Row(int length) {
            values = new long[length];
        }

        long value(int slot) {
            return values[slot];
        }

        long replace(int slot, long value) {
            long before = values[slot];
            values[slot] = value;
            return before;
        }

        @Override
        public int slotLimit() {
            return values.length;
        }

        @Override
        public boolean write(int slot, DataOutput out) throws IOException {
            out.writeLong(values[slot]);
            return true;
        }

        @Override
        public void read(int slot, DataInput in) throws IOException {
            values[slot] = in.readLong();
        }

        @Override
        public void clear(int slot) {
            if (slot < values.length) {
                values[slot] = 0;
            }
        }

        @Override
        public void release(long committedOffset, SlotListener freed) {}
    }

    long replaceLink(int slot, long value) {
        return links.replace(slot, value);
    }

    @Override
    public List<Tier> downstream() {
        return List.of(racks, halls);
    }

    @Override
    public int slotLimit() {
        return links.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        return links.write(slot, out);
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        links.read(slot, in);
    }

    @Override
    public void clear(int slot) {
        links.clear(slot);
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {}

    @Override
    public void reset() {
        for (Row row : List.of(links, racks, halls)) {
            Arrays.fill(row.values, 0);
        }
    }

    @Override
    public void writeCommon(DataOutput out) {}

    @Override
    public void readCommon(DataInput in) {}
}
