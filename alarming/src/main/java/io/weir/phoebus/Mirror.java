package io.weir.phoebus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes the topic of configurations and states equal to the tree: tracks the content of the topic
 * and writes the differences. Clients understand the order of the records wherever they begin to
 * read, and however much of the topic is compacted. Not thread-safe.
 *
 * <p>A state is written after its configuration, and a node before the items below it. Items are
 * deleted in reverse order, the state first. A node that becomes an alarm, or the reverse, is
 * deleted in between.
 */
final class Mirror {

    static final String CONFIG = "config:";
    static final String STATE = "state:";

    /** Content that must be written again, whatever it is. */
    private static final byte[] UNKNOWN = {};

    private final AlarmTree tree;
    private final TreeMap<String, There> there = new TreeMap<>();
    private final TreeSet<String> touched = new TreeSet<>();

    /** Destination of the records; a null value deletes. */
    interface Outlet {
        /** Writes to the topic of configurations and states. */
        void write(String key, byte @Nullable [] value);

        /** Writes to the topic of texts to read aloud. */
        void talk(String path, byte[] value);
    }

    /**
     * Content of the topic at a path, and its effect on clients.
     *
     * @param config null without a configuration
     * @param state null without a state
     * @param wasLeaf whether some client may show an alarm there
     * @param wasNode whether some client may show a node there
     * @param isDetached whether clients have removed it
     * @param isMuted whether some client may ignore its states: clients removed it and later
     *     created it again as a parent of an item
     */
    private record There(
            byte @Nullable [] config,
            byte @Nullable [] state,
            PhoebusSeverity severity,
            boolean wasLeaf,
            boolean wasNode,
            boolean isDetached,
            boolean isMuted) {

        static final There NOTHING = new There(null, null, PhoebusSeverity.OK, false, false, false, false);

        static There of(Item item) {
            return new There(item.config(), item.state(), item.severity(), item.isLeaf(), !item.isLeaf(), false, false);
        }

        There config(byte[] value) {
            boolean isLeaf = PhoebusJson.read(value).map(PhoebusJson::isLeaf).orElse(false);
            return new There(value, state, severity, wasLeaf || isLeaf, wasNode || !isLeaf, false, isMuted);
        }

        There detached() {
            return new There(null, state == null ? null : UNKNOWN, severity, wasLeaf, wasNode, true, false);
        }

        There state(byte @Nullable [] value) {
            Optional<JsonNode> json = PhoebusJson.read(value);
            boolean isLeaf = json.map(PhoebusJson::isLeaf).orElse(false);
            return new There(
                    config,
                    value,
                    json.map(PhoebusJson::severity).orElse(severity),
                    wasLeaf || isLeaf,
                    wasNode || (json.isPresent() && !isLeaf),
                    isDetached,
                    isMuted);
        }

        /** Clients create the missing parents of an item. */
        There implied() {
            return new There(config, state, severity, wasLeaf, true, false, true);
        }

        boolean isShown() {
            return !isDetached && (wasLeaf || wasNode);
        }

        /** Clients have lost the item, or may have. */
        There unknown() {
            return new There(
                    config == null ? null : UNKNOWN,
                    state == null ? null : UNKNOWN,
                    severity,
                    wasLeaf,
                    wasNode,
                    isDetached,
                    isMuted);
        }

        boolean isGone() {
            return config == null && state == null && (isDetached || !(wasLeaf || wasNode));
        }

        boolean isOtherThan(@Nullable Item item) {
            return item == null || isMuted || (item.isLeaf() ? wasNode : wasLeaf);
        }
    }

    Mirror(AlarmTree tree) {
        this.tree = tree;
        tree.forEachPath(touched::add);
    }

    /** Marks a path of the tree as possibly changed. */
    void touch(String path) {
        touched.add(path);
    }

    /**
     * Handles a record of the topic that others may have written.
     *
     * @return false if it does not affect what clients show below the root
     */
    boolean saw(String key, byte @Nullable [] value) {
        boolean isConfig = key.startsWith(CONFIG);
        if (!isConfig && !key.startsWith(STATE)) {
            return false;
        }
        String path = key.substring(isConfig ? CONFIG.length() : STATE.length());
        if (TreePath.read(tree.root(), path).isEmpty()) {
            return false;
        }
        There has = there.getOrDefault(path, There.NOTHING);
        if (value != null) {
            imply(path);
        }
        if (!isConfig) {
            put(path, has.state(value));
        } else if (value != null) {
            put(path, has.config(value));
        } else {
            // A client that removes a node also removes everything below it.
            lose(path);
            put(path, has.detached());
        }
        return true;
    }

    /** Marks everything for writing, since the content of the topic is unknown. */
    void resend() {
        there.replaceAll((path, has) -> has.unknown());
        touched.addAll(there.keySet());
    }

    /** Writes the differences; returns whether a state was written. */
    boolean sync(Outlet outlet) {
        boolean isTold = false;
        for (String path : List.copyOf(touched.descendingSet())) {
            There has = there.get(path);
            if (has != null && !path.equals(tree.root()) && has.isOtherThan(at(path))) {
                delete(path, has, outlet);
            }
        }
        for (String path : touched) {
            Item item = at(path);
            isTold |= item != null && write(path, item, outlet);
        }
        touched.clear();
        return isTold;
    }

    /** Repeats the root's state, which shows clients that the server is alive. */
    void sayAlive(Outlet outlet) {
        tree.at(tree.root()).ifPresent(root -> outlet.write(STATE + tree.root(), root.state()));
    }

    private @Nullable Item at(String path) {
        return tree.at(path).orElse(null);
    }

    private void delete(String path, There has, Outlet outlet) {
        outlet.write(STATE + path, null);
        // Clients that no longer have the item would create it again, with its parents.
        if (has.config != null && has.config != UNKNOWN) {
            outlet.write(CONFIG + path, PhoebusJson.deletion());
        }
        outlet.write(CONFIG + path, null);
        there.remove(path);
        lose(path);
    }

    private boolean write(String path, Item item, Outlet outlet) {
        There has = there.getOrDefault(path, There.NOTHING);
        if (!Arrays.equals(has.config, item.config())) {
            outlet.write(CONFIG + path, item.config());
        }
        boolean isTold = !Arrays.equals(has.state, item.state());
        if (isTold) {
            // Before the state: after a crash in between, it is read aloud twice rather than never.
            if (!item.talk().isEmpty() && item.severity().isLouderThan(has.severity)) {
                outlet.talk(path, PhoebusJson.talk(item.severity(), item.talk()));
            }
            outlet.write(STATE + path, item.state());
        }
        there.put(path, There.of(item));
        return isTold;
    }

    private void put(String path, There has) {
        touched.add(path);
        if (has.isGone()) {
            there.remove(path);
        } else {
            there.put(path, has);
        }
    }

    private void imply(String path) {
        for (int end = path.lastIndexOf('/'); end > tree.root().length(); end = path.lastIndexOf('/', end - 1)) {
            String node = path.substring(0, end);
            There has = there.getOrDefault(node, There.NOTHING);
            if (!has.isShown()) {
                put(node, has.implied());
            }
        }
    }

    private void lose(String path) {
        Map<String, There> below =
                there.subMap(TreePath.prefixBelow(path), TreePath.prefixBelow(path) + Character.MAX_VALUE);
        below.replaceAll((each, has) -> has.unknown());
        touched.addAll(new ArrayList<>(below.keySet()));
    }
}
