package io.weir.contract.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/**
 * The keys of a file and their values as a JSON Schema of draft 2020-12. The schema covers the
 * structure; only the readers of the file check anything beyond it.
 */
public final class FileSchema {
    private static final String REQUIRED = "required";
    private static final String OPTIONAL = "optional";

    private final Collection<Declaration> declarations;

    private FileSchema(Collection<Declaration> declarations) {
        this.declarations = declarations;
    }

    /**
     * The schema, indented.
     *
     * @param declarations the keys that the readers of such a file ask for
     */
    public static String text(String title, Collection<Declaration> declarations) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", title);
        schema.setAll(new FileSchema(declarations).keysBelow(""));
        return schema.toPrettyString();
    }

    /** A mapping with the keys that were declared directly below a path. */
    ObjectNode keysBelow(String path) {
        ObjectNode section = JsonNodeFactory.instance.objectNode();
        section.put("type", "object");
        ObjectNode properties = section.putObject("properties");
        String start = path.isEmpty() ? "" : path + ".";
        declarations.stream()
                .filter(each -> each.path().startsWith(start))
                .filter(each -> each.path().indexOf('.', start.length()) < 0)
                .forEach(each -> {
                    properties.set(each.path().substring(start.length()), value(each));
                    if (each.fallback().equals(REQUIRED)) {
                        section.withArray(REQUIRED).add(each.path().substring(start.length()));
                    }
                });
        section.put("additionalProperties", false);
        return section;
    }

    private ObjectNode value(Declaration key) {
        boolean hasDefault = !key.fallback().equals(REQUIRED) && !key.fallback().equals(OPTIONAL);
        ObjectNode value = new ShapeSchema(this, key.path()).of(key.shape());
        value.put("description", hasDefault ? key.about() + " (" + key.fallback() + ")" : key.about());
        return value;
    }
}
