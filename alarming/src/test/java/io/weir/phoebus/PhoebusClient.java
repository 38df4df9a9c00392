package io.weir.phoebus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A model of the Phoebus client's view of the topic, after {@code AlarmClient.handleUpdate}
 * (023ac3f) and {@code JsonModelReader} (063e123), as an independent implementation.
 * {@link #complaints} contains its warnings.
 */
final class PhoebusClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    final List<String> complaints = new ArrayList<>();
    private final String name;
    private final Thing root = new Thing(false);
    private final Set<String> deleted = new HashSet<>();

    /** A node, or an alarm, which has no items below it. */
    private static final class Thing {
        private final boolean isLeaf;
        private final Map<String, Thing> below = new TreeMap<>();
        private String description = "";
        private String enabled = "true";
        private String severity = "OK";
        private String message = "";
        private String current = "OK";

        private Thing(boolean isLeaf) {
            this.isLeaf = isLeaf;
        }

        @Override
        public String toString() {
            return isLeaf ? String.join("|", severity, message, current, enabled, description) : severity;
        }
    }

    PhoebusClient(String configName) {
        name = configName;
    }

    /** Returns all shown items by path. */
    Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        show("/" + name, root, shown);
        return shown;
    }

    private static void show(String path, Thing thing, Map<String, String> shown) {
        shown.put(path, thing.toString());
        thing.below.forEach((part, below) -> show(path + "/" + part, below, shown));
    }

    PhoebusClient readAll(ConfigTopic topic) {
        topic.entries.forEach(entry -> read(entry.key(), entry.value()));
        return this;
    }

    void read(String key, @Nullable String value) {
        int colon = key.indexOf(':');
        String type = key.substring(0, colon + 1);
        String path = key.substring(colon + 1);
        try {
            JsonNode json = value == null ? null : JSON.readTree(value);
            if (type.equals("config:")) {
                config(path, json);
            } else if (type.equals("state:")) {
                state(path, json);
            }
        } catch (IllegalStateException | JsonProcessingException e) {
            complaints.add(key + " " + value + ": " + e.getMessage());
        }
    }

    private void config(String path, @Nullable JsonNode json) {
        if (json == null) {
            deleted.add(path);
            detach(path);
            return;
        }
        require(!json.has("severity"), "config with state content");
        Thing thing = find(path);
        if (thing == null) {
            thing = findOrCreate(path, isLeaf(json));
        }
        if (thing.isLeaf && json.has("description")) {
            thing.description = json.get("description").asText();
            thing.enabled = json.path("enabled").asText("true");
        }
    }

    private void state(String path, @Nullable JsonNode json) {
        if (json == null) {
            return;
        }
        require(json.has("severity"), "state with config content");
        if (deleted.contains(path)) {
            return;
        }
        Thing thing = find(path);
        if (thing == null) {
            thing = findOrCreate(path, isLeaf(json));
        }
        if (thing.isLeaf) {
            for (String field : List.of("message", "value", "current_severity", "current_message", "time")) {
                if (!json.has(field)) {
                    return;
                }
            }
            thing.message = json.get("message").asText();
            thing.current = json.get("current_severity").asText();
        }
        thing.severity = PhoebusSeverity.valueOf(json.get("severity").asText()).name();
    }

    private static boolean isLeaf(JsonNode json) {
        return json.has("description") || json.has("current_severity");
    }

    private List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("(?<!\\\\)/+")) {
            if (!part.isEmpty()) {
                parts.add(part.replace("\\/", "/"));
            }
        }
        require(!parts.isEmpty() && parts.get(0).equals(name), "invalid path");
        return parts.subList(1, parts.size());
    }

    private @Nullable Thing find(String path) {
        Thing thing = root;
        for (String part : parts(path)) {
            thing = thing.below.get(part);
            if (thing == null) {
                return null;
            }
        }
        return thing;
    }

    private void detach(String path) {
        List<String> parts = parts(path);
        Thing parent = root;
        for (int at = 0; at < parts.size() - 1 && parent != null; at++) {
            parent = parent.below.get(parts.get(at));
        }
        if (parent != null && !parts.isEmpty()) {
            parent.below.remove(parts.get(parts.size() - 1));
        }
    }

    private Thing findOrCreate(String path, boolean isLeaf) {
        deleted.remove(path);
        List<String> parts = parts(path);
        Thing parent = root;
        for (int at = 0; at < parts.size(); at++) {
            boolean isLast = at == parts.size() - 1;
            require(!parent.isLeaf, "expected intermediate node at " + parts.subList(0, at));
            Thing thing = parent.below.get(parts.get(at));
            if (thing == null) {
                thing = new Thing(isLast && isLeaf);
                parent.below.put(parts.get(at), thing);
            }
            parent = thing;
        }
        return parent;
    }

    private static void require(boolean isMet, String otherwise) {
        if (!isMet) {
            throw new IllegalStateException(otherwise);
        }
    }
}
