package io.weir.processing.account;

import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.Tier;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Since which line of a record a share was refused more memory: of the records that are not known to be committed.
 *
 * <p>Whether a line is refused depends on all series. A crash may leave these as of different offsets, so a record that is read again
 * cannot be judged by them. This tier is downstream of the series: whatever offset one of them includes, this includes too. So a
 * record that some slot may include is judged as it was the first time, and one after that by series which all are as they were. One
 * slot. Not thread-safe.
 */
final class Refusals implements Tier {

    /** As many may stay longer than they are needed: they take one small record, and need not be written again and again. */
    private static final int ENOUGH = 512;

    private static final int NONE = Integer.MAX_VALUE;

    private final Map<Refusal, Integer> lines = new LinkedHashMap<>();

    /** Also if there is none now: an empty slot must replace one that is not. */
    private boolean isUsed;

    private boolean isReplaying;
    private boolean hasRefused;
    private @Nullable Checkpoint checkpoint;

    private record Refusal(long offset, long share, Use use) {}

    /** Another record begins. */
    void begin(Checkpoint ofRefusals, boolean mayBeIncluded) {
        checkpoint = ofRefusals;
        isReplaying = mayBeIncluded;
        hasRefused = false;
    }

    /** Was a share refused memory in the current record? Lines after that are refused, too, whatever is given up in between. */
    boolean hasRefused() {
        return hasRefused;
    }

    /** Was the record processed before, so that it is judged as it was then? */
    boolean isReplaying() {
        return isReplaying;
    }

    /** The first line that was refused; beyond all lines if none was. */
    int from(long offset, long share, Use use) {
        return lines.getOrDefault(new Refusal(offset, share, use), NONE);
    }

    void add(long offset, long share, Use use, int line) {
        lines.put(new Refusal(offset, share, use), line);
        isUsed = true;
        hasRefused = true;
        if (checkpoint != null) {
            checkpoint.touch(0);
        }
    }

    void reset() {
        lines.clear();
        isUsed = false;
        isReplaying = false;
        hasRefused = false;
        checkpoint = null;
    }

    @Override
    public int slotLimit() {
        return isUsed ? 1 : 0;
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        out.writeInt(lines.size());
        for (Map.Entry<Refusal, Integer> each : lines.entrySet()) {
            out.writeLong(each.getKey().offset);
            out.writeLong(each.getKey().share);
            out.writeByte(each.getKey().use.code);
            out.writeInt(each.getValue());
        }
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        isUsed = true;
        for (int left = in.readInt(); left > 0; left--) {
            Refusal refusal = new Refusal(in.readLong(), in.readLong(), Use.of(in.readUnsignedByte()));
            lines.put(refusal, in.readInt());
        }
    }

    @Override
    public void clear(int slot) {
        lines.clear();
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {
        if (lines.size() > ENOUGH && lines.keySet().removeIf(each -> each.offset <= committedOffset)) {
            freed.slot(0);
        }
    }
}
