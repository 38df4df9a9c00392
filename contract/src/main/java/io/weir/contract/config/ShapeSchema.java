package io.weir.contract.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The values of one key as a JSON Schema. */
final class ShapeSchema {
    private static final String DURATION = "^[0-9]{1,12}(ms|s|m|h|d|y)$";

    private final FileSchema keys;
    private final String path;

    ShapeSchema(FileSchema keys, String path) {
        this.keys = keys;
        this.path = path;
    }

    ObjectNode of(Shape shape) {
        if (shape instanceof Shape.Section) {
            return keys.keysBelow(path);
        }
        if (shape instanceof Shape.Sections) {
            ObjectNode list = typed("array", "null");
            list.set("items", keys.keysBelow(path + "[]"));
            return list;
        }
        if (shape instanceof Shape.Named) {
            ObjectNode named = typed("object", "null");
            named.set("additionalProperties", keys.keysBelow(path + ".*"));
            return named;
        }
        if (shape instanceof Shape.AnyOf any) {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            any.shapes().forEach(each -> schema.withArray("anyOf").add(of(each)));
            return schema;
        }
        if (shape instanceof Shape.ListOf list) {
            ObjectNode schema = typed("array");
            schema.set("items", of(list.each()));
            return schema.put("minItems", list.least());
        }
        if (shape instanceof Shape.Entries entries) {
            ObjectNode schema = typed("object");
            schema.set("additionalProperties", of(entries.each()));
            return schema;
        }
        return ofScalar(shape);
    }

    private static ObjectNode ofScalar(Shape shape) {
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
