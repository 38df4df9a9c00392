package io.weir.contract.rule.match;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Merges lists of rules that are each in file order; a rule in several lists occurs once. */
final class RankedLists<R> {
    private final PriorityQueue<Cursor<R>> cursors = new PriorityQueue<>(Comparator.comparingInt(Cursor::order));
    private int last = -1;

    /** One of the lists and the position in it. */
    private static final class Cursor<R> {
        private final List<RankedRule<R>> rules;
        private int at;

        Cursor(List<RankedRule<R>> rules) {
            this.rules = rules;
        }

        int order() {
            return rules.get(at).order();
        }
    }

    void add(List<RankedRule<R>> rules) {
        if (!rules.isEmpty()) {
            cursors.add(new Cursor<>(rules));
        }
    }

    /** The first rule from the current position that passes the test; tests no later rule. */
    Optional<R> first(Predicate<R> test) {
        for (RankedRule<R> each = next(); each != null; each = next()) {
            if (test.test(each.rule())) {
                return Optional.of(each.rule());
            }
        }
        return Optional.empty();
    }

    private @Nullable RankedRule<R> next() {
        for (Cursor<R> first = cursors.poll(); first != null; first = cursors.poll()) {
            RankedRule<R> rule = first.rules.get(first.at++);
            if (first.at < first.rules.size()) {
                cursors.add(first);
            }
            if (rule.order() > last) {
                last = rule.order();
                return rule;
            }
        }
        return null;
    }
}
