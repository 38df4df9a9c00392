package io.weir.processing.account;

/**
 * Memory limits for the state of one task, in bytes of estimated heap.
 *
 * @param bytes limit for all series whose rules keep state; other series have a limit of their own
 * @param measurementPercent the share of it that one measurement may take
 * @param gatewayPercent the share of it for the series that first arrived by one gateway
 */
public record StateBudget(long bytes, int measurementPercent, int gatewayPercent) {

    /** Refuses nothing. */
    public static final StateBudget UNLIMITED = new StateBudget(Long.MAX_VALUE / 200, 100, 100);

    /** The budget of one task, given this one for all partitions together. */
    public StateBudget of(int partitions) {
        return new StateBudget(bytes / partitions, measurementPercent, gatewayPercent);
    }

    /** The same budget for results, without shares: few rules make them, and no gateway. */
    public StateBudget ofResults() {
        return new StateBudget(bytes, 100, 100);
    }

    long percent(int percent) {
        return bytes / 100 * percent;
    }

    /**
     * The limit of one series. It bounds the excess, because a series may exceed the budget by one
     * growth step.
     */
    long seriesBytes() {
        return bytes / 16;
    }

    /**
     * The limit for series without state, given the bytes of the others. Above it they are
     * forgotten.
     */
    long plainBytes(long taken) {
        return Math.max(bytes / 8, bytes - taken);
    }
}
