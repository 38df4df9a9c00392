package io.weir.dashboard.search;

import io.weir.dashboard.search.Found.Group;
import io.weir.dashboard.search.Found.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;

/** Counts matches, and keeps the best few of them. */
final class Best<T> {
    private final int limit;
    private final Comparator<Ranked<T>> order;
    private final PriorityQueue<Ranked<T>> worstFirst;
    private int count;

    private record Ranked<T>(int rank, T match) {}

    /** @param order the order of matches with the same rank */
    Best(int limit, Comparator<T> order) {
        this.limit = limit;
        this.order = Comparator.comparingInt((Ranked<T> one) -> one.rank).thenComparing(one -> one.match, order);
        worstFirst = new PriorityQueue<>(this.order.reversed());
    }

    /** Orders shorter names first: {@code flp2} is before {@code flp10}. */
    static <T> Comparator<T> byLength(Function<T, String> name) {
        return Comparator.comparingInt((T one) -> name.apply(one).length()).thenComparing(name);
    }

    void add(int rank, T match) {
        count++;
        Ranked<T> next = new Ranked<>(rank, match);
        Ranked<T> worst = worstFirst.peek();
        if (worst == null || worstFirst.size() < limit) {
            worstFirst.add(next);
        } else if (order.compare(next, worst) < 0) {
            worstFirst.poll();
            worstFirst.add(next);
        }
    }

    /** Adds the matches as a group to others, if there are any. */
    void addTo(List<Group> groups, Kind kind) {
        addTo(groups, kind, match -> match);
    }

    /**
     * The same.
     *
     * @param shown the part of a match that the answer has
     */
    void addTo(List<Group> groups, Kind kind, Function<T, ?> shown) {
        if (count > 0) {
            List<Ranked<T>> best = new ArrayList<>(worstFirst);
            best.sort(order);
            List<Object> found = new ArrayList<>();
            best.forEach(one -> found.add(shown.apply(one.match)));
            groups.add(new Group(kind, count, best.get(0).rank, found));
        }
    }
}
