package io.weir.contract.topic;

/**
 * Numbers the records of an input, so that readers of the output recognize repeats. A number has
 * 59 bits:
 *
 * <ul>
 *   <li>the number of logs that the task had read before, modulo 4: it differs after a recreation of the
 *       topic
 *   <li>1 plus the leader epoch under which Kafka wrote the record, modulo 8191; or 0 if it is unknown.
 *       Each leader of a partition has a higher epoch, also after a restart of the only broker. So a
 *       record that replaces a lost one has the same offset, but a higher epoch
 *   <li>the offset in 44 bits: enough for 500 years at a thousand records a second
 * </ul>
 */
public final class InputNumber {

    private static final int OFFSET_BITS = 44;
    private static final int EPOCH_BITS = 13;
    private static final int LOGS = 4;
    private static final int EPOCHS = (1 << EPOCH_BITS) - 1;

    private InputNumber() {}

    /**
     * The number of a record; its offset if it is in the first log, with an unknown epoch.
     *
     * @param log the number of logs before
     */
    public static long of(int log, int leaderEpoch, long offset) {
        long logBits = Math.floorMod(log, LOGS);
        long epochBits = leaderEpoch < 0 ? 0 : 1 + leaderEpoch % EPOCHS;
        return (logBits << EPOCH_BITS | epochBits) << OFFSET_BITS | offset;
    }

    /** The offset of the record with this number in its log. */
    public static long offset(long number) {
        return number < 0 ? number : number & ((1L << OFFSET_BITS) - 1);
    }

    /** Whether the records with these numbers belong to the same log. */
    public static boolean areOfSameLog(long one, long other) {
        return one >>> (OFFSET_BITS + EPOCH_BITS) == other >>> (OFFSET_BITS + EPOCH_BITS);
    }

    /** Whether a record has a later leader epoch than another one of the same log; false if unknown. */
    public static boolean isOfLaterEpoch(long one, long other) {
        int epoch = epoch(one);
        int otherEpoch = epoch(other);
        int later = Math.floorMod(epoch - otherEpoch, EPOCHS);
        return epoch != 0 && otherEpoch != 0 && later > 0 && later <= EPOCHS / 2;
    }

    private static int epoch(long number) {
        return (int) (number >>> OFFSET_BITS) & EPOCHS;
    }
}
