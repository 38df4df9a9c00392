package io.weir.contract.rule.alarm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds cycles in a graph of names. The time is proportional to the names and edges. The search
 * does not recurse, because there may be many names and long paths.
 */
public final class Cycles {
    /** After this number of steps, only the first cycle of each component is still searched. */
    private static final int MORE_STEPS = 1_000_000;

    private final Map<String, List<String>> next;
    private final Map<String, Integer> components = new HashMap<>();
    private final Set<Integer> found = new HashSet<>();
    private final Set<String> returned = new HashSet<>();
    private int steps;

    /** @param next the successors of each name, in order */
    public Cycles(Map<String, List<String>> next) {
        this.next = next;
        next.keySet().forEach(this::findComponents);
    }

    /**
     * The path from a name back to itself, without the name at its beginning. Empty if there is
     * none, or if it shares a name with a path that was returned before.
     */
    public Optional<List<String>> through(String name) {
        Integer component = components.get(name);
        // Each component yields at least one path.
        boolean isNew = component != null && found.add(component);
        if (component == null || returned.contains(name) || (!isNew && steps > MORE_STEPS)) {
            return Optional.empty();
        }
        Optional<List<String>> way =
                wayBack(name).filter(names -> names.stream().noneMatch(returned::contains));
        way.ifPresent(returned::addAll);
        return way;
    }

    /** The first path, depth first. */
    private Optional<List<String>> wayBack(String name) {
        List<String> way = new ArrayList<>();
        Deque<Iterator<String>> open = new ArrayDeque<>(List.of(connected(name)));
        Set<String> seen = new HashSet<>(Set.of(name));
        while (!open.isEmpty()) {
            steps++;
            if (!open.element().hasNext()) {
                open.pop();
                if (!way.isEmpty()) {
                    way.remove(way.size() - 1);
                }
                continue;
            }
            String to = open.element().next();
            if (to.equals(name)) {
                way.add(to);
                return Optional.of(way);
            }
            if (seen.add(to)) {
                way.add(to);
                open.push(connected(to));
            }
        }
        return Optional.empty();
    }

    /** The successors of a name in its own component, from which a path leads back. */
    private Iterator<String> connected(String name) {
        return next.getOrDefault(name, List.of()).stream()
                .filter(to -> components.containsKey(to) && components.get(to).equals(components.get(name)))
                .iterator();
    }

    /**
     * A name on the current path of Tarjan's algorithm, which finds the strongly connected
     * components.
     */
    private final class Visit {
        private final String name;
        private final Iterator<String> left;
        private final int order;
        private int lowest;

        Visit(String name) {
            this.name = name;
            this.left = next.getOrDefault(name, List.of()).iterator();
            this.order = orders.size();
            this.lowest = order;
            orders.put(name, order);
            unassigned.push(name);
        }
    }

    private final Map<String, Integer> orders = new HashMap<>();
    private final Deque<String> unassigned = new ArrayDeque<>();

    private void findComponents(String start) {
        Deque<Visit> way = new ArrayDeque<>();
        if (!orders.containsKey(start)) {
            way.push(new Visit(start));
        }
        while (!way.isEmpty()) {
            Visit visit = way.element();
            if (visit.left.hasNext()) {
                String to = visit.left.next();
                if (!orders.containsKey(to)) {
                    way.push(new Visit(to));
                } else if (!components.containsKey(to)) {
                    visit.lowest = Math.min(visit.lowest, orders.getOrDefault(to, 0));
                }
                continue;
            }
            way.pop();
            if (visit.lowest == visit.order) {
                String name;
                do {
                    name = unassigned.pop();
                    components.put(name, visit.order);
                } while (!name.equals(visit.name));
            }
            if (!way.isEmpty()) {
                way.element().lowest = Math.min(way.element().lowest, visit.lowest);
            }
        }
    }
}
