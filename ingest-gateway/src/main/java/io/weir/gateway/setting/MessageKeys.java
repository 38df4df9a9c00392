package io.weir.gateway.setting;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.exposition.ExpositionIntake;
import io.weir.gateway.intake.AnsweredMapping;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.MessageDatagrams;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The keys of every input whose messages are line protocol, or records of any format. */
public record MessageKeys(Format format, StampUnit precision, RecordFormat.Csv csv, MappingKeys byMapping) {
    /** The formats of messages. */
    enum Format {
        LINE,
        JSON,
        KEYVALUE,
        CSV,
        PROMETHEUS,
        INFOLOGGER,
        VALUE;

        /** Whether messages are records that a mapping explains. */
        private boolean hasRecords() {
            return this == JSON || this == KEYVALUE || this == CSV;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The formats of every transport. */
    private static final List<Format> OF_ALL =
            List.of(Format.LINE, Format.JSON, Format.KEYVALUE, Format.CSV, Format.PROMETHEUS, Format.INFOLOGGER);

    private static final String ABOUT = "line protocol; Prometheus' text; prints of the O2 library (infologger); or"
            + " records as json, keyvalue or csv, which need mapping";

    /** Reads those of a transport for whole messages. */
    public static MessageKeys read(InputName name, YamlSection section) {
        return read(name, section, Precision.read(section));
    }

    /** Reads those of a transport for whole messages that names series, so that a message may be one number. */
    public static MessageKeys readWithValues(InputName name, YamlSection section) {
        StampUnit precision = Precision.read(section);
        String about = ABOUT + "; or value: one number, whose topic is its series";
        return read(
                name,
                section,
                precision,
                section.choice("format", Format.class, about).or(Format.LINE));
    }

    /** Reads those of a transport that splits messages into lines, so that none has the columns of CSV. */
    public static MessageKeys readLines(InputName name, YamlSection section) {
        MessageKeys keys = read(name, section);
        if (keys.hasHeaders()) {
            section.refuse("csv", "has no columns: each line is a message", "set csv.columns");
        }
        return keys;
    }

    /** Reads those of a transport whose requests state the unit of their timestamps. */
    public static MessageKeys readRequests(InputName name, YamlSection section) {
        return read(name, section, StampUnit.NS);
    }

    private static MessageKeys read(InputName name, YamlSection section, StampUnit precision) {
        return read(
                name,
                section,
                precision,
                section.choice("format", OF_ALL, ABOUT).or(Format.LINE));
    }

    private static MessageKeys read(InputName name, YamlSection section, StampUnit precision, Format format) {
        MessageKeys keys =
                new MessageKeys(format, precision, csv(section.section("csv")), MappingKeys.read(name, section));
        if (!format.hasRecords() && section.has("mapping")) {
            section.refuse(
                    "mapping",
                    "has no effect on " + (format == Format.LINE ? "line protocol" : format),
                    "set format, such as json, or remove it");
        }
        if (format != Format.LINE && section.has("precision")) {
            section.refuse(
                    "precision",
                    "has no effect on " + format,
                    format.hasRecords() ? "set mapping.precision, or remove it" : "remove it");
        }
        if (format != Format.CSV && section.has("csv")) {
            section.refuse("csv", "has no effect on " + format, "set format: csv, or remove it");
        }
        boolean isText = format == Format.KEYVALUE || format == Format.CSV;
        if (isText && keys.byMapping.read().filter(RecordMapping::isForJson).isPresent()) {
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

    /** Whether messages are line protocol. */
    public boolean areLines() {
        return format == Format.LINE;
    }

    /** Whether a message is one number, whose series the transport names. */
    public boolean areValues() {
        return format == Format.VALUE;
    }

    /** The kind of data that a port accepts, for messages. */
    public String wants() {
        return areLines() ? "line protocol" : "messages of format " + format;
    }

    /** Whether a newline within a message is only a blank. */
    public boolean areJson() {
        return format == Format.JSON;
    }

    /**
     * Creates the intake that converts messages to lines.
     *
     * @param missing what else is missing; empty if nothing is
     * @throws StartException if the format needs a mapping and has none, or anything else is missing;
     *     its message lists everything that is missing
     */
    public Function<LineIntake, MessageIntake> messages(String missing) {
        Function<LineIntake, MessageIntake> messages;
        try {
            messages = messages();
        } catch (StartException e) {
            throw missing.isEmpty() ? e : new StartException(missing + "\n" + e.getMessage());
        }
        if (!missing.isEmpty()) {
            throw new StartException(missing);
        }
        return messages;
    }

    private Function<LineIntake, MessageIntake> messages() {
        if (areLines()) {
            return lines -> new LineMapping(lines, precision)::messages;
        }
        Function<LineIntake, AnsweredMapping> answered = answered();
        return lines -> answered.apply(lines)::message;
    }

    /**
     * Creates what turns datagrams into lines: each has many lines, or is one message.
     *
     * @throws StartException if the format needs a mapping and has none
     */
    public Function<LineIntake, DatagramIntake> datagrams() {
        if (areLines()) {
            return lines -> new LineDatagrams(lines, precision);
        }
        Function<LineIntake, AnsweredMapping> answered = answered();
        return lines -> new MessageDatagrams(lines, answered.apply(lines)::message);
    }

    /**
     * Creates what turns messages that end at a newline into lines.
     *
     * @throws StartException if the format needs a mapping and has none
     */
    public Mapping.Factory mapping() {
        return areLines() ? lines -> new LineMapping(lines, precision) : answered()::apply;
    }

    /**
     * Creates what turns messages of a format other than line protocol into lines.
     *
     * @throws StartException if the format needs a mapping and has none
     */
    public Function<LineIntake, AnsweredMapping> answered() {
        return switch (format) {
            case LINE, VALUE -> throw new IllegalStateException(format + " is not answered here");
            case PROMETHEUS -> ExpositionIntake::new;
            case JSON -> answered(RecordFormat.JSON);
            case KEYVALUE -> answered(RecordFormat.KEY_VALUE);
            case CSV -> answered(csv);
            case INFOLOGGER -> lines -> new RecordIntake(lines, RecordMapping.NONE, RecordFormat.INFO_LOGGER);
        };
    }

    private Function<LineIntake, AnsweredMapping> answered(RecordFormat records) {
        RecordMapping mapping = byMapping.mapping();
        return lines -> new RecordIntake(lines, mapping, records);
    }
}
