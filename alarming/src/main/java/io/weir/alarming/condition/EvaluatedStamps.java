package io.weir.alarming.condition;

import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.StateBytes;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A journal of the last evaluated stamps. Stamps change with each value. Without the journal, each
 * value would cause its whole block of series to be saved.
 *
 * <p>A <em>turn</em> is the time from one checkpoint to the next. A checkpoint saves the notes of
 * its turn: one per condition, of about six bytes. The journal has room for {@value #TURNS} turns
 * and then overwrites the oldest. Each turn therefore also saves one in {@value #TURNS} blocks of
 * series, if notes refer to it. So the blocks contain all notes of a turn before it is overwritten.
 *
 * <p>For exactly-once tasks, whose checkpoints are atomic. Not thread-safe.
 */
final class EvaluatedStamps implements Tier {

    private static final int TURNS = 256;
    private static final long[] NO_NOTES = {};

    private final NoteReader restored;

    /** Slot and tag of each note of this turn. */
    private long[] keys = NO_NOTES;

    private long[] stamps = NO_NOTES;
    private long[] logMillis = NO_NOTES;
    private int count;
    private long turn;
    private boolean isSaved = true;

    /** Blocks of series that do not contain their notes yet. */
    private final BitSet noted = new BitSet();

    private final StateBytes bytes = new StateBytes(1024);

    private @Nullable Checkpoint series;
    private @Nullable Checkpoint own;

    /** Receives restored notes in their order. */
    @FunctionalInterface
    interface NoteReader {
        /** The arguments of {@link EvaluatedStamps#note} in this turn. */
        void note(long turn, int slot, int tag, long stamp, long logMillis);
    }

    EvaluatedStamps(NoteReader restored) {
        this.restored = restored;
    }

    /** Sets the checkpoints of the blocks of series and of the journal. */
    void saveBy(Checkpoint seriesCheckpoint, Checkpoint ownCheckpoint) {
        series = seriesCheckpoint;
        own = ownCheckpoint;
    }

    /** Returns the first turn whose notes are not yet in a block of series that is written now. */
    long turn() {
        return isSaved ? turn + 1 : turn;
    }

    /**
     * Notes that a condition evaluated a value.
     *
     * @param last the previous result for the condition; 0 the first time
     * @param tag the condition within the slot, and its levels
     * @return the position of the note
     */
    int note(int last, int slot, int tag, long stamp, long millis) {
        if (isSaved) {
            begin();
        }
        long key = ((long) slot << Integer.SIZE) | tag;
        boolean isKnown = last < count && keys[last] == key;
        int at = isKnown ? last : append(slot, key);
        stamps[at] = stamp;
        logMillis[at] = millis;
        return at;
    }

    private int append(int slot, long key) {
        if (count == keys.length) {
            int room = Math.max(64, count * 2);
            keys = Arrays.copyOf(keys, room);
            stamps = Arrays.copyOf(stamps, room);
            logMillis = Arrays.copyOf(logMillis, room);
        }
        keys[count] = key;
        noted.set(slot / BLOCK_SLOTS);
        return count++;
    }

    /** Begins the next turn. */
    private void begin() {
        isSaved = false;
        turn++;
        count = 0;
        if (own != null && series != null) {
            own.touch(positionOf(turn));
            int first = (int) (turn % TURNS);
            for (int block = first; block < noted.length(); block += TURNS) {
                if (noted.get(block)) {
                    noted.clear(block);
                    series.touch(block * BLOCK_SLOTS);
                }
            }
        }
    }

    /** Each turn has a block of its own, since a checkpoint saves whole blocks. */
    private static int positionOf(long turn) {
        return (int) (turn % TURNS) * BLOCK_SLOTS;
    }

    @Override
    public int slotLimit() {
        return TURNS * BLOCK_SLOTS;
    }

    @Override
    public boolean write(int position, DataOutput out) throws IOException {
        if (position != positionOf(turn)) {
            return false;
        }
        isSaved = true;
        bytes.clear();
        bytes.writeLong(turn);
        bytes.writeInt(count);
        for (int at = 0; at < count; at++) {
            int before = at - 1;
            writeNumber((keys[at] >> Integer.SIZE) - (at == 0 ? 0 : keys[before] >> Integer.SIZE));
            writeNumber(keys[at] & 0xffff_ffffL);
            writeNumber(stamps[at] - (at == 0 ? 0 : stamps[before]));
            writeNumber(logMillis[at] - (at == 0 ? 0 : logMillis[before]));
        }
        out.write(bytes.array(), 0, bytes.length());
        return true;
    }

    /** Seven bits per byte, the lowest first; short for numbers near zero. */
    private void writeNumber(long number) {
        long left = (number << 1) ^ (number >> (Long.SIZE - 1));
        while ((left & ~0x7fL) != 0) {
            bytes.writeByte((int) left | 0x80);
            left >>>= 7;
        }
        bytes.writeByte((int) left);
    }

    private static long readNumber(DataInput in) throws IOException {
        long number = 0;
        int shift = 0;
        int next;
        do {
            next = in.readByte();
            number |= (next & 0x7fL) << shift;
            shift += 7;
        } while (next < 0);
        return (number >>> 1) ^ -(number & 1);
    }

    /**
     * Call it after the series are restored and in the order of turns; the changelog has this
     * order.
     */
    @Override
    public void read(int position, DataInput in) throws IOException {
        turn = in.readLong();
        int slot = 0;
        long stamp = 0;
        long millis = 0;
        for (int left = in.readInt(); left > 0; left--) {
            slot += (int) readNumber(in);
            int tag = (int) readNumber(in);
            stamp += readNumber(in);
            millis += readNumber(in);
            noted.set(slot / BLOCK_SLOTS);
            restored.note(turn, slot, tag, stamp, millis);
        }
    }

    @Override
    public void clear(int position) {}

    void reset() {
        count = 0;
        turn = 0;
        isSaved = true;
        noted.clear();
    }

    /** Does nothing: a turn's room is reused {@value #TURNS} turns later. */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
