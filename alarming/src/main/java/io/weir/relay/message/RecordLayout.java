package io.weir.relay.message;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.line.ArrayReader;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.match.Glob;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where the parts of a line are in a JSON record: the mapping of inputs in reverse. An input with
 * the same mapping reads the line again. Immutable.
 *
 * @param measurement the place of the measurement, or the only measurement of the lines
 * @param tags places of tags, or values that all lines have, by key; other tags are members of the
 *     record under their keys
 * @param fields places of fields, by key, the others being left out; empty for all fields, each
 *     under its key
 * @param arrays which fields are arrays, whose text becomes an array in JSON
 * @param separator separates the names of nested objects in the key of a field
 * @param timestamp the place of the time; empty for records without
 */
public record RecordLayout(
        Part measurement,
        SortedMap<String, Part> tags,
        Optional<SortedMap<String, Part>> fields,
        List<Glob> arrays,
        String separator,
        Optional<Part> timestamp,
        Precision precision) {

    /** Replaces an invalid mapping. */
    public static final RecordLayout NONE = new RecordLayout(
            new Part("unknown", JsonPointer.empty()),
            Collections.emptySortedMap(),
            Optional.empty(),
            List.of(),
            ".",
            Optional.empty(),
            Precision.NS);

    /** Jackson writes and reads at most 1000 nested objects. */
    private static final int MOST_NAMES = 100;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Copies the maps. */
    public RecordLayout {
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        fields = fields.map(places -> Collections.unmodifiableSortedMap(new TreeMap<>(places)));
        arrays = List.copyOf(arrays);
    }

    /** The unit of times. */
    public enum Precision {
        NS(0),
        US(3),
        MS(6),
        S(9);

        private final int digits;

        Precision(int digits) {
            this.digits = digits;
        }

        /** The time in this unit; exact, with decimals if needed. */
        JsonNode of(long nanos) {
            BigDecimal time = BigDecimal.valueOf(nanos, digits).stripTrailingZeros();
            return time.scale() > 0 ? NODES.numberNode(time) : NODES.numberNode(time.longValueExact());
        }
    }

    /**
     * A place in the record, or a constant.
     *
     * @param text the constant, if the place is empty
     */
    public record Part(String text, JsonPointer place) {
        static Part of(String text) {
            return new Part(text, text.startsWith("/") ? pointer(text) : JsonPointer.empty());
        }

        static Part placeOf(String text) {
            return new Part(text, pointer(text));
        }

        private static JsonPointer pointer(String text) {
            JsonPointer pointer = text.startsWith("/") ? JsonPointer.compile(text) : JsonPointer.empty();
            for (JsonPointer at = pointer; !at.matches(); at = at.tail()) {
                if (at.mayMatchElement()) {
                    throw new Refusal("has a number, was " + Refusal.quote(text), "name members of objects only");
                }
            }
            if (pointer.matches()) {
                throw new Refusal(
                        "must be a JSON pointer, was " + Refusal.quote(text),
                        "begin with a slash, such as /time or /host/name");
            }
            return pointer;
        }

        boolean isConstant() {
            return place.matches();
        }
    }

    /** Reads the keys of a mapping. */
    public static RecordLayout read(YamlSection section) {
        Part measurement = section.value(
                        "measurement", NONE.measurement, Part::of, "the place of the measurement, or the only one")
                .required();
        SortedMap<String, Part> tags = section.entries(
                        "tags", Part::of, "places of tags, or values that all lines have, by key")
                .or(Collections.emptySortedMap());
        Optional<SortedMap<String, Part>> fields = section.entries(
                        "fields", Part::placeOf, "places of fields, by key; default: all fields under their keys")
                .optional();
        List<Glob> arrays = section.values("arrays", Glob::new, "globs of the keys of fields that are arrays")
                .or(List.of(), "none");
        String separator = section.text("separator", "separates the names of nested objects in the key of a field")
                .or(".");
        if (separator.isEmpty()) {
            section.refuse("separator", "is empty", "such as . or _");
        }
        Optional<Part> timestamp = section.value(
                        "timestamp", new Part("", JsonPointer.empty()), Part::placeOf, "the place of the time")
                .optional();
        Precision precision =
                section.choice("precision", Precision.class, "unit of the time").or(Precision.NS);
        RecordLayout layout = new RecordLayout(measurement, tags, fields, arrays, separator, timestamp, precision);
        layout.mistake().ifPresent(mistake -> section.refuse("measurement", mistake, "give each part its own place"));
        return layout;
    }

    /** Returns the places that cannot be filled together, if there are such. */
    private Optional<String> mistake() {
        Map<String, String> places = new TreeMap<>();
        if (!measurement.isConstant()) {
            places.put(measurement.text + "/", "the measurement");
        }
        Optional<String> mistake = Optional.empty();
        SortedMap<String, Part> all = new TreeMap<>();
        tags.forEach((key, part) -> all.put("tag " + key, part));
        fields.ifPresent(parts -> parts.forEach((key, part) -> all.put("field " + key, part)));
        timestamp.ifPresent(part -> all.put("the time", part));
        for (Map.Entry<String, Part> each : all.entrySet()) {
            if (each.getValue().isConstant()) {
                continue;
            }
            String place = each.getValue().text + "/";
            for (Map.Entry<String, String> other : places.entrySet()) {
                if (place.startsWith(other.getKey()) || other.getKey().startsWith(place)) {
                    mistake = Optional.of(each.getKey() + " and " + other.getValue() + " have the same place "
                            + Refusal.quote(each.getValue().text));
                }
            }
            places.put(place, each.getKey());
        }
        return mistake;
    }

    /**
     * Writes the record of a line.
     *
     * @throws LayoutException if the record would lack a part of the line
     */
    byte[] write(Series series, LineReader line) throws LayoutException {
        ObjectNode record = NODES.objectNode();
        writeSeries(series, record);
        for (int i = 0; i < line.fieldCount(); i++) {
            String key = line.fieldKey(i);
            if (fields.isEmpty()) {
                put(nested(key), value(key, line, i), record);
            } else {
                Part part = fields.get().get(key);
                if (part != null) {
                    put(part.place, value(key, line, i), record);
                }
            }
        }
        if (timestamp.isPresent() && line.hasTimestamp()) {
            put(timestamp.get().place, precision.of(line.timestamp()), record);
        }
        try {
            return JSON.writeValueAsBytes(record);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a record in memory cannot fail", e);
        }
    }

    private void writeSeries(Series series, ObjectNode record) throws LayoutException {
        put(measurement, series.measurement(), "other-measurement", record);
        for (Map.Entry<String, String> tag : series.tags().entrySet()) {
            Part part = tags.get(tag.getKey());
            if (part == null) {
                put(JsonPointer.empty().appendProperty(tag.getKey()), NODES.textNode(tag.getValue()), record);
            } else {
                put(part, tag.getValue(), "other-tag-value", record);
            }
        }
        for (Map.Entry<String, Part> tag : tags.entrySet()) {
            if (tag.getValue().isConstant() && !series.tags().containsKey(tag.getKey())) {
                throw new LayoutException("other-tag-value");
            }
        }
    }

    private static void put(Part part, String text, String otherwise, ObjectNode record) throws LayoutException {
        if (!part.isConstant()) {
            put(part.place, NODES.textNode(text), record);
        } else if (!part.text.equals(text)) {
            throw new LayoutException(otherwise);
        }
    }

    private JsonPointer nested(String key) throws LayoutException {
        String[] names = key.split(Pattern.quote(separator), MOST_NAMES + 1);
        if (names.length > MOST_NAMES) {
            throw new LayoutException("too-deep");
        }
        JsonPointer place = JsonPointer.empty();
        for (String name : names) {
            place = place.appendProperty(name);
        }
        return place;
    }

    private JsonNode value(String key, LineReader line, int i) throws LayoutException {
        return line.fieldType(i) == FieldType.STRING && isArray(key) ? array(line, i) : value(line, i);
    }

    private boolean isArray(String key) {
        for (Glob each : arrays) {
            if (each.matches(key)) {
                return true;
            }
        }
        return false;
    }

    /** The array as it is spelled: no number is rounded. */
    private static JsonNode array(LineReader line, int i) throws LayoutException {
        ArrayReader array = new ArrayReader();
        array.wrap(line.bytes(), line.valueStart(i) + 1, line.valueEnd(i) - 1);
        while (array.next()) {
            // Only its form matters.
        }
        if (array.isRefused()) {
            throw new LayoutException("not-an-array");
        }
        return NODES.rawValueNode(new RawValue(line.stringValue(i)));
    }

    private static JsonNode value(LineReader line, int i) {
        return switch (line.fieldType(i)) {
            case FLOAT -> NODES.numberNode(line.doubleValue(i));
            case INTEGER -> NODES.numberNode(line.longValue(i));
            case UNSIGNED -> NODES.numberNode(new BigInteger(Long.toUnsignedString(line.longValue(i))));
            case BOOLEAN -> NODES.booleanNode(line.booleanValue(i));
            case STRING -> NODES.textNode(line.stringValue(i));
        };
    }

    private static void put(JsonPointer place, JsonNode value, ObjectNode record) throws LayoutException {
        ObjectNode in = record;
        JsonPointer at = place;
        for (; !at.tail().matches(); at = at.tail()) {
            JsonNode member = in.path(at.getMatchingProperty());
            if (member.isMissingNode()) {
                in = in.putObject(at.getMatchingProperty());
            } else if (member instanceof ObjectNode nested) {
                in = nested;
            } else {
                throw new LayoutException("same-place");
            }
        }
        if (in.has(at.getMatchingProperty())) {
            throw new LayoutException("same-place");
        }
        in.set(at.getMatchingProperty(), value);
    }
}
