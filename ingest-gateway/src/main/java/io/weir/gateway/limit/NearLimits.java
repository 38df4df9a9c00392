package io.weir.gateway.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Budgets that are nearly used up, for one line in the log. Stores a few names and counts the
 * others. Thread-safe.
 */
final class NearLimits {
    private static final int NAMED = 5;

    private final List<String> named = new ArrayList<>();
    private int more;
    private long total;

    synchronized void add(String whose) {
        total++;
        if (named.size() < NAMED) {
            named.add(whose);
        } else {
            more++;
        }
    }

    synchronized long total() {
        return total;
    }

    /** Description of those added since the previous call. */
    synchronized Optional<String> next() {
        if (named.isEmpty()) {
            return Optional.empty();
        }
        String text = String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
        named.clear();
        more = 0;
        return Optional.of(text);
    }
}
