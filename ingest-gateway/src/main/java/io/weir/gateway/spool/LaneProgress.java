package io.weir.gateway.spool;

import org.jspecify.annotations.Nullable;

/**
 * Progress of one lane, as positions in the log: appended, taken, acknowledged. Belongs to one
 * thread.
 */
final class LaneProgress {
    /** Value for a lane with nothing outstanding. */
    static final long NOTHING = Long.MAX_VALUE;

    /**
     * The lane's own cursor, if it could not keep up with the others; null if it uses the common
     * cursor.
     */
    @Nullable
    Cursor own;

    private long end;
    private long taken;
    private long acknowledged;

    /**
     * Everything before {@code acknowledged} is acknowledged; frames may exist before {@code end}.
     */
    LaneProgress(long acknowledged, long end) {
        this.acknowledged = acknowledged;
        this.taken = acknowledged;
        this.end = end;
    }

    void appended(long to) {
        end = to;
    }

    /** Whether a frame that ends here was already taken. */
    boolean isTaken(long to) {
        return to <= taken;
    }

    /** Marks the frame between these positions as taken. */
    void take(long from, long to) {
        if (acknowledged >= taken) {
            // Nothing before it is outstanding.
            acknowledged = Math.max(acknowledged, from);
        }
        taken = to;
    }

    void acknowledge(long to) {
        acknowledged = Math.max(acknowledged, to);
    }

    void acknowledgeTaken() {
        acknowledge(taken);
    }

    /**
     * Whether it may have frames that were not taken; {@code common} is the position of the common
     * cursor.
     */
    boolean hasUnread(long common) {
        return Math.max(reader(common), taken) < end;
    }

    /**
     * Everything of this lane before this position is acknowledged; {@link #NOTHING} if nothing is
     * outstanding.
     */
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
