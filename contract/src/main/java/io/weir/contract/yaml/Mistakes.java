package io.weir.contract.yaml;

import java.util.ArrayList;
import java.util.List;

/** Collects the mistakes of one reading, so that a person sees all of them at once. Not thread-safe. */
public final class Mistakes {
    private final List<Mistake> found = new ArrayList<>();

    public void add(Mistake mistake) {
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
