package io.weir.gateway.limit;

/**
 * The cost of a new series: one for each {@value #BYTES} bytes that it begins. So a budget of series
 * also bounds their bytes, which the gateway and processing keep.
 */
final class SeriesCost {
    static final int BYTES = 256;

    private SeriesCost() {}

    static int of(int length) {
        return 1 + Math.max(0, length - 1) / BYTES;
    }

    /**
     * The used part of a budget after a series; 0 if {@code most} was used up before. The last
     * series may exceed the budget, so that a small budget still admits a long series.
     */
    static int charge(int used, int cost, int most) {
        return used < most ? (int) Math.min(Integer.MAX_VALUE, (long) used + cost) : 0;
    }
}
