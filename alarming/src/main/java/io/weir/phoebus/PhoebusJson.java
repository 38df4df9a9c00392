package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of Phoebus' alarm topics, as its {@code JsonModelWriter} writes it: the same fields in
 * the same order, with the same omissions. Thread-safe.
 */
final class PhoebusJson {

    private static final String USER = "weir";

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);

    private PhoebusJson() {}

    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    /** Returns the configuration of a node, which has no settings. */
    static byte[] node() {
        return object(PhoebusJson::writeOrigin);
    }

    /**
     * Returns the configuration of an alarm. It changes with the handling of the alarm, not with
     * its severity.
     *
     * @param zone time zone of the clients: times in Phoebus have none
     */
    static byte[] leaf(AlarmEvent alarm, ZoneId zone) {
        return object(json -> {
            writeOrigin(json);
            json.writeStringField("description", description(alarm));
            if (alarm.to() == AlarmState.SHELVED && alarm.expiry() != null) {
                LocalDateTime until = LocalDateTime.ofInstant(alarm.expiry(), zone);
                json.writeStringField("enabled", DateTimeFormatter.ISO_DATE_TIME.format(until));
            } else if (alarm.to() == AlarmState.SHELVED || alarm.to() == AlarmState.OUT_OF_SERVICE) {
                json.writeBooleanField("enabled", false);
            }
            if (alarm.latch() == null) {
                json.writeBooleanField("latching", false);
            }
            writeGuidance(json, alarm);
        });
    }

    /** Returns the state of a node. */
    static byte[] state(PhoebusSeverity severity) {
        return object(json -> json.writeStringField("severity", severity.name()));
    }

    /** Returns the state of an alarm. */
    static byte[] state(LeafState state) {
        Instant time = state.time();
        return object(json -> {
            json.writeStringField("severity", state.severity().name());
            json.writeStringField("message", state.message());
            json.writeStringField("value", state.value());
            json.writeObjectFieldStart("time");
            json.writeNumberField("seconds", time.getEpochSecond());
            json.writeNumberField("nano", time.getNano());
            json.writeEndObject();
            json.writeStringField("current_severity", state.current().name());
            json.writeStringField("current_message", state.currentMessage());
        });
    }

    /** Returns the record to write before the deletion of a configuration. */
    static byte[] deletion() {
        return object(json -> {
            writeOrigin(json);
            json.writeStringField("delete", "Deleting");
        });
    }

    /**
     * Returns the text to read aloud. A text that begins with {@code *} is read without its
     * severity. One that begins with {@code !}, also after the {@code *}, is always read.
     */
    static byte[] talk(PhoebusSeverity severity, String text) {
        boolean isWithoutSeverity = text.startsWith("*");
        boolean isStandout = text.startsWith("!", isWithoutSeverity ? 1 : 0);
        String words = text.substring((isWithoutSeverity ? 1 : 0) + (isStandout ? 1 : 0));
        return object(json -> {
            json.writeBooleanField("standout", isStandout);
            json.writeStringField("severity", severity.name());
            json.writeStringField("talk", isWithoutSeverity ? words : severity + " Alarm: " + words);
        });
    }

    /** Parses a JSON object; empty if the bytes are not one. */
    static Optional<JsonNode> read(byte @Nullable [] bytes) {
        try {
            JsonNode read = bytes == null ? null : MAPPER.readTree(bytes);
            return Optional.ofNullable(read).filter(JsonNode::isObject);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether a configuration or a state makes a client show an alarm rather than a node.
     */
    static boolean isLeaf(JsonNode json) {
        return json.has("description") || json.has("current_severity");
    }

    /** Returns the severity in a state; OK if it has none. */
    static PhoebusSeverity severity(JsonNode state) {
        String name = state.path("severity").asText();
        for (PhoebusSeverity severity : PhoebusSeverity.values()) {
            if (severity.name().equals(name)) {
                return severity;
            }
        }
        return PhoebusSeverity.OK;
    }

    private static void writeOrigin(JsonGenerator json) throws IOException {
        json.writeStringField("user", USER);
        json.writeStringField("host", USER);
    }

    private static String description(AlarmEvent alarm) {
        String tags = alarm.tags().entrySet().stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .collect(Collectors.joining(", "));
        return tags.isEmpty() ? alarm.rule() : alarm.rule() + ": " + tags;
    }

    private static void writeGuidance(JsonGenerator json, AlarmEvent alarm) throws IOException {
        String guidance = alarm.guidance();
        if (guidance.isEmpty()) {
            return;
        }
        writeEntry(json, "guidance", guidance);
        if (guidance.startsWith("http://") || guidance.startsWith("https://")) {
            writeEntry(json, "displays", guidance);
        }
    }

    private static void writeEntry(JsonGenerator json, String list, String details) throws IOException {
        json.writeArrayFieldStart(list);
        json.writeStartObject();
        json.writeStringField("title", "Guidance");
        json.writeStringField("details", details);
        json.writeEndObject();
        json.writeEndArray();
    }

    private static byte[] object(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("texts and numbers can always be written to memory", e);
        }
        // The string encodes half a surrogate pair, which a message can contain, as ? instead of
        // failing.
        return text.toString().getBytes(UTF_8);
    }
}
