package io.weir.gateway.limit;

/**
 * Finds what is missing in the numbers that senders give their datagrams or lines, each increasing by one. A sender is an address
 * and what tells the sequences of that address apart; bounded as {@link RecentSources} are. Belongs to one thread.
 *
 * <p>After RFC 3550, appendix A.1: a number a little ahead means that those between are missing; one a little behind was late (or
 * is a copy); one far away is taken for the beginning of a new sequence once its successor follows it.
 */
public final class SequenceGaps {
    /** So far ahead, numbers count as missing: what a sender sends in a long outage. */
    static final long MOST_MISSING = 1_000_000;
    /** So far behind, it is remembered what came. */
    static final int REMEMBERED = 64;

    private final RecentSources senders;
    private final long[] highest;
    /** Bit i: whether {@code highest - i} came, or was before the beginning. */
    private final long[] came;

    private final long[] newBeginning;

    /** Of so many senders. */
    public SequenceGaps(int mostSenders) {
        this.senders = new RecentSources(mostSenders);
        this.highest = new long[senders.slots()];
        this.came = new long[senders.slots()];
        this.newBeginning = new long[senders.slots()];
    }

    /**
     * How many more numbers are missing now that this one, 0 or more, has come; -1 if it was one of them. {@code which} of the
     * address's sequences it belongs to is told by its port, or by what else the protocol has for that.
     */
    public int next(SourceAddress sender, int which, long number, long nowNanos) {
        int slot = senders.slot(sender, which, RecentSources.hash(sender, which), nowNanos);
        if (senders.isNew()) {
            begin(slot, number);
            return 0;
        }
        senders.touch(slot, nowNanos);
        long ahead = number - highest[slot];
        if (ahead > 0 && ahead <= MOST_MISSING) {
            highest[slot] = number;
            came[slot] = ahead < REMEMBERED ? came[slot] << ahead | 1 : 1;
            newBeginning[slot] = -1;
            return (int) ahead - 1;
        }
        if (ahead <= 0 && ahead > -REMEMBERED) {
            long bit = 1L << -ahead;
            boolean isLate = (came[slot] & bit) == 0;
            came[slot] |= bit;
            return isLate ? -1 : 0;
        }
        if (number == newBeginning[slot]) {
            begin(slot, number);
        } else {
            newBeginning[slot] = number + 1;
        }
        return 0;
    }

    private void begin(int slot, long number) {
        highest[slot] = number;
        came[slot] = -1;
        newBeginning[slot] = -1;
    }
}
