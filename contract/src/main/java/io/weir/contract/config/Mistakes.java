package io.weir.contract.config;

import java.util.ArrayList;
import java.util.List;

/** Collects the mistakes of one reading, so that a user sees all of them. Not thread-safe. */
public final class Mistakes {
    /** More are of no use, and the mistakes of a file of garbage would fill the memory. */
    static final int MOST = 1_000;

    private final List<Mistake> found = new ArrayList<>();

    /** Ends a reading when the limit of mistakes is reached. */
    static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooMany() {
            super("more than " + MOST + " mistakes", null, false, false);
        }
    }

    /** @throws RuntimeException that ends the reading, if there are {@value #MOST} already */
    public void add(Mistake mistake) {
        if (found.size() == MOST) {
            throw new TooMany();
        }
        found.add(mistake);
    }

    List<Mistake> found() {
        return found;
    }

    public int size() {
        return found.size();
    }

    /** Ends a reading: throws the collected mistakes, if there are any. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw exception();
        }
    }

    MistakesException exception() {
        return new MistakesException(found);
    }
}
