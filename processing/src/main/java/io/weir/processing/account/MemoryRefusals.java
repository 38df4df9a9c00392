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
 * Keeps, for each record not known to be committed, the first line for which a share was refused
 * memory.
 *
 * <p>A refusal depends on all series. After a crash, slots may be restored as of different offsets,
 * so they cannot decide on a record that is read again. This tier is downstream of the series and
 * includes every offset that one of them includes. A record that some slot may include is decided
 * as before the crash. Every later record is decided by the series, which are then complete. Has
 * one slot. Not thread-safe.
 */
final class MemoryRefusals implements Tier {

    /**
     * Up to this many entries may outlive their need: they fit in one small record that need not be
     * rewritten each time.
     */
    private static final int ENOUGH = 512;

    private static final int NONE = Integer.MAX_VALUE;

    private final Map<Refusal, Integer> lines = new LinkedHashMap<>();

    /** Remains true when no entry is left: the empty slot must overwrite the saved one. */
    private boolean isUsed;

    private boolean isReplaying;
    private boolean hasRefused;
    private @Nullable Checkpoint checkpoint;

    private record Refusal(long offset, long share, Use use) {}

    /** Begins another record. */
    void begin(Checkpoint ofRefusals, boolean mayBeIncluded) {
        checkpoint = ofRefusals;
        isReplaying = mayBeIncluded;
        hasRefused = false;
    }

    /**
     * Whether a share was refused memory in the current record. Later lines are then refused, too,
     * even if memory becomes free in between.
     */
    boolean hasRefused() {
        return hasRefused;
    }

    /** Whether the record was processed before, so that the earlier decision applies. */
    boolean isReplaying() {
        return isReplaying;
    }

    /** The first line that was refused; a value above all lines if none was. */
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
