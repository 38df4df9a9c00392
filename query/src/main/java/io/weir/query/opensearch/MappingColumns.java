package io.weir.query.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.series.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
     * The first difference of an index from the writer's indices; empty without one. Tags of other types could not
     * distinguish all series.
     */
    static Optional<String> difference(JsonNode index) {
        JsonNode properties = index.path("mappings").path(PROPERTIES);
        List<String> all = new ArrayList<>();
        check(IndexColumns.TIME, properties.path(IndexColumns.TIME), "date_nanos", all);
        check(IndexColumns.MEASUREMENT, properties.path(IndexColumns.MEASUREMENT), KEYWORD, all);
        each(
                properties.path(IndexColumns.TAGS),
                "",
                (tag, mapping) -> check(IndexColumns.TAGS + "." + tag, mapping, KEYWORD, all));
        return all.stream().findFirst();
    }

    private static void check(String path, JsonNode mapping, String type, List<String> differences) {
        if (!type(mapping).equals(type)) {
            differences.add(path + " is not of the type " + type);
        } else if (!hasColumn(mapping)) {
            differences.add(path + " has no doc_values");
        }
    }

    /**
     * The columns of an index that is such as the writer's.
     *
     * @param isRead whether the field of this name is read
     */
    static IndexColumns of(JsonNode index, Predicate<String> isRead) {
        JsonNode mappings = index.path("mappings");
        JsonNode properties = mappings.path(PROPERTIES);
        List<String> tags = new ArrayList<>();
        List<SearchField> fields = new ArrayList<>();
        Set<String> unread = new HashSet<>();
        each(properties.path(IndexColumns.TAGS), "", (tag, mapping) -> tags.add(tag));
        each(properties.path(SearchField.OBJECT), "", (field, mapping) -> {
            ValueType type = TYPES.get(type(mapping));
            Optional<String> column = column(field, mapping);
            // A request for the column would be one for all columns with such names.
            if (field.indexOf('*') >= 0 || !isRead.test(field)) {
                return;
            }
            if (type == null || (type != ValueType.TEXT && column.isEmpty())) {
                unread.add(field);
            } else {
                fields.add(new SearchField(field, type, column));
            }
        });
        boolean hasDocuments = mappings.path("_source").path("enabled").asBoolean(true);
        return new IndexColumns(tags, fields, unread, hasDocuments);
    }

    private static boolean hasColumn(JsonNode mapping) {
        return mapping.path("doc_values").asBoolean(true);
    }

    private static String type(JsonNode mapping) {
        return mapping.path("type").asText();
    }

    /** Texts for full-text search have no column, but they may have one for aggregations. */
    private static Optional<String> column(String field, JsonNode mapping) {
        String path = SearchField.OBJECT + "." + field;
        if (!type(mapping).equals("text")) {
            return hasColumn(mapping) ? Optional.of(path) : Optional.empty();
        }
        JsonNode keyword = mapping.path("fields").path(KEYWORD);
        return type(keyword).equals(KEYWORD) && hasColumn(keyword)
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
