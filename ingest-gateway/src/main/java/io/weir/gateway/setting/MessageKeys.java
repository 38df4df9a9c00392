package io.weir.gateway.setting;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The keys of every input whose messages are line protocol, or records of any format. */
public record MessageKeys(Format format, StampUnit precision, RecordFormat.Csv csv, MappingKeys records) {
    /** The formats of messages. */
    enum Format {
        LINE,
        JSON,
        KEYVALUE,
        CSV;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static MessageKeys read(InputName name, YamlSection section) {
        Format format = section.choice(
                        "format", Format.class, "line protocol, or records of this format, which need mapping")
                .or(Format.LINE);
        MessageKeys keys = new MessageKeys(
                format, Precision.read(section), csv(section.section("csv")), MappingKeys.read(name, section));
        if (format == Format.LINE && section.has("mapping")) {
            section.refuse("mapping", "has no effect on line protocol", "set format, such as json, or remove it");
        }
        if (format != Format.LINE && section.has("precision")) {
            section.refuse("precision", "has no effect on " + format, "set mapping.precision, or remove it");
        }
        if (format != Format.CSV && section.has("csv")) {
            section.refuse("csv", "has no effect on " + format, "set format: csv, or remove it");
        }
        boolean isText = format == Format.KEYVALUE || format == Format.CSV;
        if (isText && keys.records.read().filter(RecordMapping::isForJson).isPresent()) {
            section.refuse("mapping", "has records or floats, which are for json", "remove them");
        }
        return keys;
    }

    private static RecordFormat.Csv csv(YamlSection csv) {
        List<String> columns = csv.texts(
                        "columns", "names of the columns; default: the first line of each message has them")
                .or(List.of());
        if (new HashSet<>(columns).size() < columns.size()) {
            csv.refuse("columns", "has a name twice", "give each column its own name");
        }
        return new RecordFormat.Csv(
                columns,
                csv.value("separator", ',', MessageKeys::separator, "character between values, or tab")
                        .or(','));
    }

    private static char separator(String text) {
        if (text.equals("tab")) {
            return '\t';
        }
        if (text.length() != 1 || text.charAt(0) <= ' ' || text.charAt(0) > '~' || text.charAt(0) == '"') {
            throw new Refusal("must be tab or a visible character of ASCII, was " + Refusal.quote(text), "such as ;");
        }
        return text.charAt(0);
    }

    /** Whether a message needs its first line: it has the names of the columns. */
    public boolean hasHeaders() {
        return format == Format.CSV && csv.columns().isEmpty();
    }

    /**
     * Creates what turns messages into lines. Names everything that is missing at once.
     *
     * @param missing what else is missing; empty if nothing is
     * @throws StartException if the format needs a mapping and has none, or anything else is missing
     */
    public Function<LineIntake, MessageIntake> mapping(String missing) {
        Function<LineIntake, MessageIntake> mapping;
        try {
            mapping = mapping();
        } catch (StartException e) {
            throw missing.isEmpty() ? e : new StartException(missing + "\n" + e.getMessage());
        }
        if (!missing.isEmpty()) {
            throw new StartException(missing);
        }
        return mapping;
    }

    private Function<LineIntake, MessageIntake> mapping() {
        return switch (format) {
            case LINE -> lines -> new LineMapping(lines, precision)::messages;
            case JSON -> of(RecordFormat.JSON);
            case KEYVALUE -> of(RecordFormat.KEY_VALUE);
            case CSV -> of(csv);
        };
    }

    private Function<LineIntake, MessageIntake> of(RecordFormat records) {
        RecordMapping mapping = this.records.mapping();
        return lines -> new RecordIntake(lines, mapping, records)::message;
    }
}
