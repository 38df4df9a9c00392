package io.weir.gateway.collectd;

import java.util.Arrays;

/**
 * A bounded, growing set of fingerprints, whose bits must be evenly distributed. Open addressing,
 * at most three quarters full. Not thread-safe.
 */
final class Fingerprints {
    private static final int FEWEST_PLACES = 1 << 10;

    private final int mostPlaces;
    private long[] places; // 0 is free
    private int size;

    /** {@code mostPlaces} is a power of two, at least 4. */
    Fingerprints(int mostPlaces) {
        this.mostPlaces = mostPlaces;
        this.places = new long[Math.min(mostPlaces, FEWEST_PLACES)];
    }

    int size() {
        return size;
    }

    /** Whether there is no room for another fingerprint. */
    boolean isFull() {
        return places.length == mostPlaces && isCrowded();
    }

    boolean contains(long fingerprint) {
        return places[place(known(fingerprint))] != 0;
    }

    /** Adds a fingerprint that is not contained yet, unless {@link #isFull}. */
    void add(long fingerprint) {
        if (isCrowded()) {
            grow();
        }
        put(known(fingerprint));
        size++;
    }

    /** Removes all; keeps the memory. */
    void clear() {
        Arrays.fill(places, 0);
        size = 0;
    }

    private boolean isCrowded() {
        return size >= places.length / 4 * 3;
    }

    private void grow() {
        if (places.length == mostPlaces) {
            throw new IllegalStateException("a set of " + size + " fingerprints is full");
        }
        long[] before = places;
        places = new long[before.length * 2];
        for (long known : before) {
            if (known != 0) {
                put(known);
            }
        }
    }

    private void put(long known) {
        places[place(known)] = known;
    }

    /** Index of the fingerprint, or the free index where it belongs. */
    private int place(long known) {
        int mask = places.length - 1;
        int at = (int) known & mask;
        while (places[at] != 0 && places[at] != known) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static long known(long fingerprint) {
        return fingerprint == 0 ? 1 : fingerprint;
    }
}
