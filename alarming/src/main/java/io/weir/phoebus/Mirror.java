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
    private final TreeMap<String, TopicContent> contents = new TreeMap<>();
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
    private record TopicContent(
            byte @Nullable [] config,
            byte @Nullable [] state,
            PhoebusSeverity severity,
            boolean wasLeaf,
            boolean wasNode,
            boolean isDetached,
            boolean isMuted) {

        static final TopicContent NOTHING =
                new TopicContent(null, null, PhoebusSeverity.OK, false, false, false, false);

        static TopicContent of(Item item) {
            return new TopicContent(
                    item.config(), item.state(), item.severity(), item.isLeaf(), !item.isLeaf(), false, false);
        }

        TopicContent config(byte[] value) {
            boolean isLeaf = PhoebusJson.read(value).map(PhoebusJson::isLeaf).orElse(false);
            return new TopicContent(value, state, severity, wasLeaf || isLeaf, wasNode || !isLeaf, false, isMuted);
        }

        TopicContent detached() {
            return new TopicContent(null, state == null ? null : UNKNOWN, severity, wasLeaf, wasNode, true, false);
        }

        TopicContent state(byte @Nullable [] value) {
            Optional<JsonNode> json = PhoebusJson.read(value);
            boolean isLeaf = json.map(PhoebusJson::isLeaf).orElse(false);
            return new TopicContent(
                    config,
                    value,
                    json.map(PhoebusJson::severity).orElse(severity),
                    wasLeaf || isLeaf,
                    wasNode || (json.isPresent() && !isLeaf),
                    isDetached,
                    isMuted);
        }

        /** Clients create the missing parents of an item. */
        TopicContent asParent() {
            return new TopicContent(config, state, severity, wasLeaf, true, false, true);
        }

        boolean isShown() {
            return !isDetached && (wasLeaf || wasNode);
        }

        /** Clients have lost the item, or may have. */
        TopicContent unknown() {
            return new TopicContent(
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
    boolean onRecord(String key, byte @Nullable [] value) {
        boolean isConfig = key.startsWith(CONFIG);
        if (!isConfig && !key.startsWith(STATE)) {
            return false;
        }
        String path = key.substring(isConfig ? CONFIG.length() : STATE.length());
        if (TreePath.read(tree.root(), path).isEmpty()) {
            return false;
        }
        TopicContent content = contents.getOrDefault(path, TopicContent.NOTHING);
        if (value != null) {
            addParents(path);
        }
        if (!isConfig) {
            put(path, content.state(value));
        } else if (value != null) {
            put(path, content.config(value));
        } else {
            // A client that removes a node also removes everything below it.
            markUnknownBelow(path);
            put(path, content.detached());
        }
        return true;
    }

    /** Marks everything for writing, since the content of the topic is unknown. */
    void resend() {
        contents.replaceAll((path, content) -> content.unknown());
        touched.addAll(contents.keySet());
    }

    /** Writes the differences; returns whether a state was written. */
    boolean sync(Outlet outlet) {
        boolean isStateWritten = false;
        for (String path : List.copyOf(touched.descendingSet())) {
            TopicContent content = contents.get(path);
            if (content != null && !path.equals(tree.root()) && content.isOtherThan(at(path))) {
                delete(path, content, outlet);
            }
        }
        for (String path : touched) {
            Item item = at(path);
            isStateWritten |= item != null && write(path, item, outlet);
        }
        touched.clear();
        return isStateWritten;
    }

    /** Repeats the root's state, which shows clients that the server is alive. */
    void repeatRootState(Outlet outlet) {
        tree.at(tree.root()).ifPresent(root -> outlet.write(STATE + tree.root(), root.state()));
    }

    private @Nullable Item at(String path) {
        return tree.at(path).orElse(null);
    }

    private void delete(String path, TopicContent content, Outlet outlet) {
        outlet.write(STATE + path, null);
        // Clients that no longer have the item would create it again, with its parents.
        if (content.config != null && content.config != UNKNOWN) {
            outlet.write(CONFIG + path, PhoebusJson.deletion());
        }
        outlet.write(CONFIG + path, null);
        contents.remove(path);
        markUnknownBelow(path);
    }

    private boolean write(String path, Item item, Outlet outlet) {
        TopicContent content = contents.getOrDefault(path, TopicContent.NOTHING);
        if (!Arrays.equals(content.config, item.config())) {
            outlet.write(CONFIG + path, item.config());
        }
        boolean isStateWritten = !Arrays.equals(content.state, item.state());
        if (isStateWritten) {
            // Before the state: after a crash in between, it is read aloud twice rather than never.
            if (!item.talk().isEmpty() && item.severity().isLouderThan(content.severity)) {
                outlet.talk(path, PhoebusJson.talk(item.severity(), item.talk()));
            }
            outlet.write(STATE + path, item.state());
        }
        contents.put(path, TopicContent.of(item));
        return isStateWritten;
    }

    private void put(String path, TopicContent content) {
        touched.add(path);
        if (content.isGone()) {
            contents.remove(path);
        } else {
            contents.put(path, content);
        }
    }

    private void addParents(String path) {
        for (int end = path.lastIndexOf('/'); end > tree.root().length(); end = path.lastIndexOf('/', end - 1)) {
            String node = path.substring(0, end);
            TopicContent content = contents.getOrDefault(node, TopicContent.NOTHING);
            if (!content.isShown()) {
                put(node, content.asParent());
            }
        }
    }

    private void markUnknownBelow(String path) {
        Map<String, TopicContent> below =
                contents.subMap(TreePath.prefixBelow(path), TreePath.prefixBelow(path) + Character.MAX_VALUE);
        below.replaceAll((each, content) -> content.unknown());
        touched.addAll(new ArrayList<>(below.keySet()));
    }
}
