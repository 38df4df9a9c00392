package io.weir.gateway.limit;

/**
 * The period in which budgets of series are counted. Both numbers only grow, but the clock of an
 * event loop may still be in the previous hour.
 *
 * @param hour number of the hour, from an arbitrary origin; all budgets are reset with the next
 *     hour
 * @param startOvers how often tables of known series were cleared; each time, little-used budgets
 *     are reset
 */
record SeriesEpoch(int hour, int startOvers) {
    /** Earlier than every other epoch. */
    static final SeriesEpoch NEVER = new SeriesEpoch(Integer.MIN_VALUE, 0);

    /**
     * Whether so little of a budget is used that it is reset when active series must be learnt
     * again. A sender that has used more may be the one that filled the table.
     */
    static boolean isSmall(int used, int most) {
        return 10L * used < most;
    }
}
