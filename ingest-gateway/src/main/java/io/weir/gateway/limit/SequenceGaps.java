package io.weir.gateway.limit;

/**
 * Detects missing numbers in sequences in which senders number their datagrams or lines. Each
 * number is one more than the one before. A sequence is identified by an address and a
 * discriminator. Bounded like {@link RecentSources}. Belongs to one thread.
 *
 * <p>Follows RFC 3550, appendix A.1. A number slightly ahead means that those between are missing.
 * A number slightly below was late, or is a duplicate. A number far away starts a new sequence once
 * its successor follows.
 */
public final class SequenceGaps {
    /**
     * Maximum number of missing numbers in one gap: as many as a sender sends during a long outage.
     */
    static final long MOST_MISSING = 1_000_000;
    /** Number of recent numbers whose arrival is remembered. */
    static final int REMEMBERED = 64;

    private final RecentSources senders;
    private final long[] highest;
    /** Bit i: whether {@code highest - i} arrived, or precedes the start of the sequence. */
    private final long[] came;

    private final long[] newBeginning;

    /** Distinguishes this many senders. */
    public SequenceGaps(int mostSenders) {
        this.senders = new RecentSources(mostSenders);
        this.highest = new long[senders.slots()];
        this.came = new long[senders.slots()];
        this.newBeginning = new long[senders.slots()];
    }

    /**
     * Records the arrival of a number, 0 or more. Returns how many more numbers are missing now; -1
     * if this number was counted as missing. {@code which} identifies the sequence of the address:
     * its port, or an equivalent of the protocol.
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
