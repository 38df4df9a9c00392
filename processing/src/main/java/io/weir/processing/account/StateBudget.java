package io.weir.processing.account;

/**
 * How much the state of one task may take, in bytes of estimated heap.
 *
 * @param bytes of all series whose rules remember something; others have room of their own
 * @param measurementPercent the part of it that one measurement may take
 * @param gatewayPercent the part of it that the series may take that first arrived by one gateway
 */
public record StateBudget(long bytes, int measurementPercent, int gatewayPercent) {

    /** Nothing is refused. */
    public static final StateBudget UNLIMITED = new StateBudget(Long.MAX_VALUE / 200, 100, 100);

    /** The part of a task, of what all partitions together may take. */
    public StateBudget of(int partitions) {
        return new StateBudget(bytes / partitions, measurementPercent, gatewayPercent);
    }

    long percent(int percent) {
        return bytes / 100 * percent;
    }

    /** One series takes a sixteenth at most: what it may grow by at once, it may grow beyond the budget. */
    long seriesBytes() {
        return bytes / 16;
    }

    /** Series without state are forgotten when they take more than this, or more than is left. */
    long plainBytes(long taken) {
        return Math.max(bytes / 8, bytes - taken);
    }
}
