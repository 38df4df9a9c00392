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
 * Makes the topic of configurations and states equal to the tree: knows what the topic has, and writes what differs, in an order in
 * which a client understands it wherever it begins to read, and however much of the topic is compacted. Not thread-safe.
 *
 * <p>So a state is written after its configuration, a node before what is below it, and what goes is deleted in the reverse order,
 * the state first. A node that becomes an alarm, or the other way round, is deleted in between.
 */
final class Mirror {

    static final String CONFIG = "config:";
    static final String STATE = "state:";

    /** Content that has to be written anew, whatever it is. */
    private static final byte[] UNKNOWN = {};

    private final AlarmTree tree;
    private final TreeMap<String, There> there = new TreeMap<>();
    private final TreeSet<String> touched = new TreeSet<>();

    /** Where the records go; a value of null deletes. */
    interface Outlet {
        /** To the topic of configurations and states. */
        void write(String key, byte @Nullable [] value);

        /** To the topic of what is read aloud. */
        void talk(String path, byte[] value);
    }

    /**
     * What the topic has at a path, and what clients make of it.
     *
     * @param config null: no configuration
     * @param state null: no state
     * @param wasLeaf some client may show an alarm there
     * @param wasNode some client may show a node there
     * @param isDetached clients have taken it away
     * @param isMuted some client may ignore its states: it was taken away once, and clients made it anew by themselves, on the way to
     *     what is below it
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

        /** Clients make nodes on the way to what they are told of. */
        There implied() {
            return new There(config, state, severity, wasLeaf, true, false, true);
        }

        boolean isShown() {
            return !isDetached && (wasLeaf || wasNode);
        }

        /** Clients have lost it, or may have. */
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

    /** Something else may be at this path of the tree. */
    void touch(String path) {
        touched.add(path);
    }

    /**
     * The topic has a record that is not known to come from here.
     *
     * @return false if it is about nothing that a client shows below the root
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
            // A client that takes a node away takes everything below it along.
            lose(path);
            put(path, has.detached());
        }
        return true;
    }

    /** Everything is to be written anew: who knows what became of it. */
    void resend() {
        there.replaceAll((path, has) -> has.unknown());
        touched.addAll(there.keySet());
    }

    /** Writes what differs; returns whether clients were told a state. */
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

    /** What tells clients that somebody is there, even if nothing happens. */
    void sayAlive(Outlet outlet) {
        tree.at(tree.root()).ifPresent(root -> outlet.write(STATE + tree.root(), root.state()));
    }

    private @Nullable Item at(String path) {
        return tree.at(path).orElse(null);
    }

    private void delete(String path, There has, Outlet outlet) {
        outlet.write(STATE + path, null);
        // Clients that do not have it any more would make it, and the nodes on the way to it, anew.
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
            // Before the state: a crash in between has it read aloud twice, and not never.
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
