package io.weir.gateway.remotewrite;

import java.util.Arrays;

/** The texts of a request of version 2, as places in its body. Belongs to one thread. */
final class Symbols {
    /** Far more than a request has. Later ones are unknown. */
    private static final int MOST = 1 << 18;

    private long[] places = new long[64];
    private int count;

    void clear() {
        count = 0;
    }

    void add(long place) {
        if (count == MOST) {
            return;
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = place;
    }

    boolean has(int symbol) {
        return symbol >= 0 && symbol < count;
    }

    long place(int symbol) {
        return places[symbol];
    }
}
