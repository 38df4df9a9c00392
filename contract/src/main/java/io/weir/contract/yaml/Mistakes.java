package io.weir.contract.yaml;

import java.util.ArrayList;
import java.util.List;

/** Collects the mistakes of one reading, so that a person sees all of them at once. Not thread-safe. */
public final class Mistakes {
    /** Nobody reads more of them, and a file of garbage would take all memory with its mistakes. */
    static final int MOST = 1_000;

    private final List<Mistake> found = new ArrayList<>();

    /** Ends a reading: there are so many mistakes that no more are looked for. */
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

    /** Those so far. */
    List<Mistake> found() {
        return found;
    }

    public int size() {
        return found.size();
    }

    /** Ends a reading: throws what was collected, if anything was. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw exception();
        }
    }

    MistakesException exception() {
        return new MistakesException(found);
    }
}
