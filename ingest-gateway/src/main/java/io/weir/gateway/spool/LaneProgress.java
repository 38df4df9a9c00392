package io.weir.gateway.spool;

import org.jspecify.annotations.Nullable;

/** How far the frames of one lane are appended, taken and acknowledged, as positions in the log. Belongs to one thread. */
final class LaneProgress {
    /** Of a lane that waits for nothing. */
    static final long NOTHING = Long.MAX_VALUE;

    /** Where the lane reads by itself, as it could not keep up with the others; null if it reads with them. */
    @Nullable
    Cursor own;

    private long end;
    private long taken;
    private long acknowledged;

    /** One of which everything before {@code acknowledged} is, with frames before {@code end} perhaps. */
    LaneProgress(long acknowledged, long end) {
        this.acknowledged = acknowledged;
        this.taken = acknowledged;
        this.end = end;
    }

    void appended(long to) {
        end = to;
    }

    /** Whether a frame that ends here was taken already. */
    boolean isTaken(long to) {
        return to <= taken;
    }

    /** The frame between these positions is on its way. */
    void take(long from, long to) {
        if (acknowledged >= taken) {
            acknowledged = Math.max(acknowledged, from); // Nothing of it waits before that.
        }
        taken = to;
    }

    void acknowledge(long to) {
        acknowledged = Math.max(acknowledged, to);
    }

    void acknowledgeTaken() {
        acknowledge(taken);
    }

    /** Whether it may have frames that were not taken; {@code common} is where the lanes read that keep up. */
    boolean hasUnread(long common) {
        return Math.max(reader(common), taken) < end;
    }

    /** Everything of this lane before is acknowledged; {@link #NOTHING} if all of it is. */
    long oldest(long common) {
        if (acknowledged < taken) {
            return acknowledged;
        }
        return hasUnread(common) ? Math.max(reader(common), acknowledged) : NOTHING;
    }

    private long reader(long common) {
        Cursor cursor = own;
        return cursor == null ? common : cursor.position();
    }
}
