package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Fields;
import io.weir.gateway.intake.spelling.NameSpelling;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the parts of a record become a line. Immutable.
 *
 * @param records the array of records in a message, or its only record
 * @param tags by key
 * @param fields by key; empty: all values of a record that are nothing else
 * @param separator joins the names of nested objects
 * @param floats fields of which all numbers are floats
 * @param absent texts that mean no value
 * @param timestamp empty: records have the time of receipt
 * @param unit of timestamps that are numbers
 */
public record RecordMapping(
        JsonPointer records,
        Source measurement,
        SortedMap<String, Source> tags,
        Optional<SortedMap<String, Source>> fields,
        String separator,
        Optional<Fields> floats,
        Set<String> absent,
        Optional<Source> timestamp,
        StampUnit unit) {

    /** For a format that needs no mapping. */
    public static final RecordMapping NONE = new RecordMapping(
            JsonPointer.empty(),
            Source.of("unknown"),
            Collections.emptySortedMap(),
            Optional.empty(),
            ".",
            Optional.empty(),
            Set.of(),
            Optional.empty(),
            StampUnit.AUTO);

    /** Reads the key {@code mapping} of an input. */
    public static Optional<RecordMapping> in(YamlSection section) {
        return section.nested("mapping", NONE, RecordMapping::read, "what the parts of a record are")
                .optional();
    }

    /** Reads the keys of a mapping. */
    public static RecordMapping read(YamlSection section) {
        JsonPointer records = section.value(
                        "records",
                        JsonPointer.empty(),
                        Source::pointer,
                        "pointer to the records of a message; default: the message, or each element if it is an array")
                .optional()
                .orElse(JsonPointer.empty());
        Source measurement = section.value(
                        "measurement", Source.of("unknown"), Source::of, "the measurement, or the pointer to it")
                .required();
        SortedMap<String, Source> tags = section.entries("tags", Source::of, "values, or pointers to them, by key")
                .or(new TreeMap<>());
        Optional<SortedMap<String, Source>> fields = section.entries(
                        "fields", Source::of, "pointers to values, by key; default: all values that are nothing else")
                .optional();
        String separator = section.value(
                        "separator", ".", RecordMapping::separator, "joins the names of nested objects")
                .or(".");
        Optional<Fields> floats = Fields.in(section, "floats", "fields of which all numbers are floats")
                .optional();
        Set<String> absent = new HashSet<>(
                section.texts("absent", "texts that mean no value, such as N/A").or(List.of()));
        Optional<Source> timestamp = section.value(
                        "timestamp",
                        Source.of("/"),
                        text -> new Source.Place(Source.pointer(text)),
                        "pointer to the time, a number or a text in ISO 8601; default: the time of receipt")
                .optional();
        StampUnit unit = section.choice(
                        "precision", StampUnit.class, "unit of times that are numbers; auto detects it by their size")
                .or(StampUnit.AUTO);
        return new RecordMapping(records, measurement, tags, fields, separator, floats, absent, timestamp, unit);
    }

    private static String separator(String text) {
        if (text.isEmpty() || text.length() > 8) {
            throw new Refusal("must have 1 to 8 characters, was " + Refusal.quote(text), "such as . or _");
        }
        byte[] name = ("a" + text + "b").getBytes(UTF_8);
        if (NameSpelling.FIELD.write(name, 0, name.length, new byte[2 * name.length], 0) < 0) {
            throw new Refusal(
                    "must be possible in a name of line protocol, was " + Refusal.quote(text), "such as . or _");
        }
        return text;
    }

    /** Whether it has keys that only JSON needs. */
    public boolean isForJson() {
        return !records.matches() || floats.isPresent();
    }

    /** The places in a record whose values are not fields. */
    Set<JsonPointer> others() {
        Set<JsonPointer> used = new HashSet<>();
        used.add(measurement.pointer());
        tags.values().forEach(tag -> used.add(tag.pointer()));
        timestamp.ifPresent(time -> used.add(time.pointer()));
        used.remove(JsonPointer.empty());
        return used;
    }
}
