package io.weir.contract.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
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
    private static final String DURATION = "^[0-9]{1,12}(ms|s|m|h|d|y)$";

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
    private ObjectNode keysBelow(String path) {
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
        ObjectNode value = values(key.shape(), key.path());
        value.put("description", hasDefault ? key.about() + " (" + key.fallback() + ")" : key.about());
        return value;
    }

    /** The values of the key with this path. */
    private ObjectNode values(Shape shape, String path) {
        if (shape instanceof Shape.Section) {
            return keysBelow(path);
        }
        if (shape instanceof Shape.Sections) {
            ObjectNode list = typed("array", "null");
            list.set("items", keysBelow(path + "[]"));
            return list;
        }
        if (shape instanceof Shape.Named) {
            ObjectNode named = typed("object", "null");
            named.set("additionalProperties", keysBelow(path + ".*"));
            return named;
        }
        if (shape instanceof Shape.AnyOf any) {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            any.shapes().forEach(each -> schema.withArray("anyOf").add(values(each, path)));
            return schema;
        }
        if (shape instanceof Shape.ListOf list) {
            ObjectNode schema = typed("array");
            schema.set("items", values(list.each(), path));
            return schema.put("minItems", list.least());
        }
        if (shape instanceof Shape.Entries entries) {
            ObjectNode schema = typed("object");
            schema.set("additionalProperties", values(entries.each(), path));
            return schema;
        }
        return scalars(shape);
    }

    private static ObjectNode scalars(Shape shape) {
        if (shape instanceof Shape.Flag) {
            return typed("boolean");
        }
        if (shape instanceof Shape.Whole whole) {
            return typed("integer").put("minimum", whole.least()).put("maximum", whole.most());
        }
        if (shape instanceof Shape.Decimal number) {
            return typed("number").put("minimum", number.least()).put("maximum", number.most());
        }
        if (shape instanceof Shape.Span) {
            return typed("string").put("pattern", DURATION);
        }
        if (shape instanceof Shape.Choice choice) {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            ArrayNode names = schema.putArray("enum");
            choice.names().forEach(names::add);
            return schema;
        }
        // YAML reads a text like 12 as a number; the readers of these files accept it as a text.
        return typed("string", "number", "boolean");
    }

    private static ObjectNode typed(String... types) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (types.length == 1) {
            return schema.put("type", types[0]);
        }
        ArrayNode all = schema.putArray("type");
        for (String type : types) {
            all.add(type);
        }
        return schema;
    }
}
