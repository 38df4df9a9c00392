package io.weir.phoebus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All alarms as the tree that Phoebus shows; its content follows from the alarms alone. A node is
 * as severe as the worst alarm below it, and exists while an alarm is below it. Not thread-safe.
 */
final class AlarmTree {

    private final String root;
    private final Place top = new Place();
    private int size;

    /** The alarms whose ids begin with the same parts, and the alarm whose id ends here. */
    private static final class Place {
        private final Map<String, Place> below = new HashMap<>();
        private final Map<PhoebusSeverity, Integer> alarms = new EnumMap<>(PhoebusSeverity.class);
        private @Nullable Item own;

        private void add(Item item) {
            alarms.merge(item.severity(), 1, Integer::sum);
        }

        private void remove(Item item) {
            alarms.computeIfPresent(item.severity(), (severity, count) -> count == 1 ? null : count - 1);
        }

        private Item asNode() {
            return Item.node(alarms.isEmpty() ? PhoebusSeverity.OK : Collections.max(alarms.keySet()));
        }

        private boolean isEmpty() {
            return below.isEmpty() && own == null;
        }
    }

    AlarmTree(String configName) {
        root = TreePath.root(configName);
    }

    /** Returns the path of the root, which exists even without alarms. */
    String root() {
        return root;
    }

    /** Returns the number of alarms. */
    int size() {
        return size;
    }

    /** Returns the first parts of all ids: the rules that have alarms. */
    Set<String> rules() {
        return new TreeSet<>(top.below.keySet());
    }

    /**
     * Sets or removes an alarm.
     *
     * @param alarm null removes it
     * @param touched receives every path whose item may have changed
     */
    void put(String id, @Nullable Item alarm, Consumer<String> touched) {
        List<String> parts = TreePath.parts(id);
        Place known = place(parts);
        if (alarm == null && (known == null || known.own == null)) {
            return;
        }
        List<Place> way = new ArrayList<>(List.of(top));
        String path = root;
        touched.accept(path);
        Place place = top;
        for (String part : parts) {
            place = place.below.computeIfAbsent(part, name -> new Place());
            way.add(place);
            path = TreePath.below(path, part);
            touched.accept(path);
            if (place.own != null) {
                touched.accept(TreePath.selfBelow(path));
            }
        }
        touched.accept(TreePath.selfBelow(path));
        Item before = place.own;
        place.own = alarm;
        size += (alarm == null ? 0 : 1) - (before == null ? 0 : 1);
        for (Place each : way) {
            if (before != null) {
                each.remove(before);
            }
            if (alarm != null) {
                each.add(alarm);
            }
        }
        for (int at = parts.size(); at > 0 && way.get(at).isEmpty(); at--) {
            way.get(at - 1).below.remove(parts.get(at - 1));
        }
    }

    /** Returns the item at a path. */
    Optional<Item> at(String path) {
        return TreePath.read(root, path).map(this::find);
    }

    /** Passes every path that has an item. */
    void forEachPath(Consumer<String> paths) {
        forEachPath(root, top, paths);
    }

    private static void forEachPath(String path, Place place, Consumer<String> paths) {
        paths.accept(path);
        if (place.own != null && !place.below.isEmpty()) {
            paths.accept(TreePath.selfBelow(path));
        }
        place.below.forEach((part, below) -> forEachPath(TreePath.below(path, part), below, paths));
    }

    private @Nullable Item find(TreePath path) {
        Place place = place(path.parts());
        if (place == null) {
            return null;
        }
        boolean isNode = place == top || !place.below.isEmpty();
        if (path.isSelf()) {
            return isNode ? place.own : null;
        }
        return isNode ? place.asNode() : place.own;
    }

    private @Nullable Place place(List<String> parts) {
        Place place = top;
        for (String part : parts) {
            place = place.below.get(part);
            if (place == null) {
                return null;
            }
        }
        return place;
    }
}
