package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.query.series.ValueType;
import java.math.BigDecimal;

/** The values of a found document as the cells of a row. */
final class Cells {
    private static final int LONGEST_NUMBER = 400;

    private Cells() {}

    /** The value in the column of a tag, or null. A name with a {@code *} is a pattern: others are found twice. */
    static JsonNode tag(JsonNode hit, String column) {
        JsonNode values = hit.path("fields").path(column);
        return values.isEmpty() ? NullNode.getInstance() : values.get(0);
    }

    /** The sample of a field; null if there is none, or an array. */
    static JsonNode sample(JsonNode hit, SearchField field) {
        JsonNode values = columnOf(hit, field);
        return values.size() == 1 ? typed(values.get(0), field.type()) : NullNode.getInstance();
    }

    /**
     * The raw value of a field, or null. The document has the original value. Without documents, the value is that of the
     * column, which sorts arrays.
     */
    static JsonNode value(JsonNode hit, SearchField field) {
        JsonNode document = hit.path("_source");
        if (document.isObject()) {
            return typed(find(document.path(SearchField.OBJECT), field.name()), field.type());
        }
        JsonNode values = columnOf(hit, field);
        return typed(values.size() == 1 ? values.get(0) : values, field.type());
    }

    private static JsonNode columnOf(JsonNode hit, SearchField field) {
        return field.column().map(hit.path("fields")::path).orElse(MissingNode.getInstance());
    }

    /** A member of an object; its name may have dots, or be the way through several objects. */
    private static JsonNode find(JsonNode object, String name) {
        JsonNode member = object.path(name);
        for (int dot = name.indexOf('.'); dot >= 0 && member.isMissingNode(); dot = name.indexOf('.', dot + 1)) {
            member = find(object.path(name.substring(0, dot)), name.substring(dot + 1));
        }
        return member;
    }

    /** The value as the column stores it. The document has it as it was sent. */
    private static JsonNode typed(JsonNode value, ValueType type) {
        if (value.isArray()) {
            boolean isOfNumbers = type.isSample();
            for (JsonNode each : value) {
                isOfNumbers &= each.isNumber();
            }
            return isOfNumbers ? value : NullNode.getInstance();
        }
        if (!value.isValueNode()) {
            return NullNode.getInstance();
        }
        if (value.isNull()) {
            return value;
        }
        return switch (type) {
            case TEXT -> TextNode.valueOf(value.asText());
            case BOOLEAN -> flag(value.asText());
            case FLOAT, INTEGER, ARRAY -> value.isNumber() ? value : number(value.asText());
        };
    }

    /** The server also takes an empty text for false. */
    private static JsonNode flag(String text) {
        return switch (text) {
            case "true" -> BooleanNode.TRUE;
            case "false", "" -> BooleanNode.FALSE;
            default -> NullNode.getInstance();
        };
    }

    /** A flag is 0 or 1. Documents may have texts where columns have numbers, or, by {@code ignore_malformed}, nothing. */
    private static JsonNode number(String text) {
        if (text.equals("true") || text.equals("false")) {
            return IntNode.valueOf(text.equals("true") ? 1 : 0);
        }
        if (text.length() > LONGEST_NUMBER) {
            return NullNode.getInstance();
        }
        try {
            return DecimalNode.valueOf(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return NullNode.getInstance();
        }
    }
}
