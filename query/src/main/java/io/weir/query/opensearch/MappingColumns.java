package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.series.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The columns in the mapping of an index. */
final class MappingColumns {
    private static final Map<String, ValueType> TYPES = Map.ofEntries(
            Map.entry("double", ValueType.FLOAT),
            Map.entry("float", ValueType.FLOAT),
            Map.entry("half_float", ValueType.FLOAT),
            Map.entry("scaled_float", ValueType.FLOAT),
            Map.entry("long", ValueType.INTEGER),
            Map.entry("unsigned_long", ValueType.INTEGER),
            Map.entry("integer", ValueType.INTEGER),
            Map.entry("short", ValueType.INTEGER),
            Map.entry("byte", ValueType.INTEGER),
            Map.entry("boolean", ValueType.BOOLEAN),
            Map.entry("keyword", ValueType.TEXT),
            Map.entry("text", ValueType.TEXT));

    private static final String KEYWORD = "keyword";
    private static final String PROPERTIES = "properties";

    private MappingColumns() {}

    /**
     * The columns of an index; empty for an index that is not such as the writer's: without its times, or with a tag of
     * another type, by which series could not be told apart.
     *
     * @param isRead whether the field of this name is read
     */
    static Optional<IndexColumns> of(JsonNode index, Predicate<String> isRead) {
        JsonNode mappings = index.path("mappings");
        JsonNode properties = mappings.path(PROPERTIES);
        List<String> tags = new ArrayList<>();
        List<SearchField> fields = new ArrayList<>();
        boolean[] isOther = {
            !type(properties.path(IndexColumns.TIME)).equals("date_nanos")
                    || !type(properties.path(IndexColumns.MEASUREMENT)).equals(KEYWORD)
        };
        each(properties.path(IndexColumns.TAGS), "", (tag, mapping) -> {
            tags.add(tag);
            isOther[0] |= !type(mapping).equals(KEYWORD);
        });
        each(properties.path(SearchField.OBJECT), "", (field, mapping) -> {
            ValueType type = TYPES.get(type(mapping));
            // A request for the column would be one for all columns with such names.
            if (type != null && field.indexOf('*') < 0 && isRead.test(field)) {
                fields.add(new SearchField(field, type, column(field, mapping)));
            }
        });
        boolean hasDocuments = mappings.path("_source").path("enabled").asBoolean(true);
        return isOther[0] ? Optional.empty() : Optional.of(new IndexColumns(tags, fields, hasDocuments));
    }

    private static String type(JsonNode mapping) {
        return mapping.path("type").asText();
    }

    /** Texts for full-text search have no column, but they may have one for aggregations. */
    private static Optional<String> column(String field, JsonNode mapping) {
        String path = SearchField.OBJECT + "." + field;
        if (!type(mapping).equals("text")) {
            return Optional.of(path);
        }
        return type(mapping.path("fields").path(KEYWORD)).equals(KEYWORD)
                ? Optional.of(path + "." + KEYWORD)
                : Optional.empty();
    }

    /** Passes on all names below an object: a name with a dot is an object itself. */
    private static void each(JsonNode object, String start, BiConsumer<String, JsonNode> reader) {
        object.path(PROPERTIES).properties().forEach(member -> {
            String name = start + member.getKey();
            if (member.getValue().has(PROPERTIES)) {
                each(member.getValue(), name + ".", reader);
            } else {
                reader.accept(name, member.getValue());
            }
        });
    }
}
