package io.weir.gateway.limit;

/**
 * What budgets of series are counted in. Both numbers only grow, but a loop's clock may still be in the hour before.
 *
 * @param hour since whenever; with the next one all budgets are full again
 * @param startOvers how often tables of known series have started over; with the next one the budgets of the small are
 */
record SeriesEpoch(int hour, int startOvers) {
    /** Before every other. */
    static final SeriesEpoch NEVER = new SeriesEpoch(Integer.MIN_VALUE, 0);

    /**
     * Whether so few series of a budget are used that they are forgiven when those that live have to be learnt again. Who has used
     * more may be the one that filled the table.
     */
    static boolean isSmall(int used, int most) {
        return 10L * used < most;
    }
}
