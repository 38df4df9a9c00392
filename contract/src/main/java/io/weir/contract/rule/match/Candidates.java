package io.weir.contract.rule.match;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges several lists of rules, each in file order, and tests each rule once against a series. */
final class Candidates<R> {
    private final int from;
    private final List<Line<R>> lines = new ArrayList<>();
    private int last = -1;

    /** @param from the order of the first rule; earlier rules are skipped */
    Candidates(int from) {
        this.from = from;
    }

    /** One of the lists and the position in it. */
    private static final class Line<R> {
        private final List<RankedRule<R>> rules;
        private int at;

        Line(List<RankedRule<R>> rules, int at) {
            this.rules = rules;
            this.at = at;
        }

        int order() {
            return at < rules.size() ? rules.get(at).order() : Integer.MAX_VALUE;
        }
    }

    void add(List<RankedRule<R>> rules) {
        int at = firstOf(rules);
        if (at < rules.size()) {
            lines.add(new Line<>(rules, at));
        }
    }

    /** The next rule that matches, or null. Returns each rule once. */
    @Nullable
    RankedRule<R> next(Series series) {
        for (Line<R> line = earliest(); line != null; line = earliest()) {
            RankedRule<R> rule = line.rules.get(line.at++);
            boolean isNew = rule.order() > last;
            last = rule.order();
            if (isNew && rule.match().test(series)) {
                return rule;
            }
        }
        return null;
    }

    private @Nullable Line<R> earliest() {
        Line<R> earliest = null;
        int order = Integer.MAX_VALUE;
        for (Line<R> line : lines) {
            if (line.order() < order) {
                earliest = line;
                order = line.order();
            }
        }
        return earliest;
    }

    /** The index of the first rule whose order is at least {@link #from}. */
    private int firstOf(List<RankedRule<R>> rules) {
        int low = 0;
        int high = from == 0 ? 0 : rules.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rules.get(middle).order() < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
