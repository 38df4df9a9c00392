package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the JSON of alarming's records: one line each, fields in the order of the
 * records. Readers skip unknown fields, so that a later Weir may add some. Thread-safe.
 */
public final class AlarmJson {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new Times.Writer())
                    .addDeserializer(Instant.class, new Times.Reader()))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual, texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private AlarmJson() {}

    public static byte[] write(AlarmEvent event) {
        return bytes(event);
    }

    public static byte[] write(ConditionChange change) {
        return bytes(change);
    }

    public static byte[] write(KeyPresence presence) {
        return bytes(presence);
    }

    public static byte[] write(PartitionTime time) {
        return bytes(time);
    }

    public static byte[] write(AlarmCommand command) {
        return bytes(command);
    }

    public static byte[] write(CommandReply reply) {
        return bytes(reply);
    }

    public static byte[] write(ControlAction action) {
        return bytes(action);
    }

    public static byte[] write(ActionReply reply) {
        return bytes(reply);
    }

    /** @throws IllegalArgumentException if the bytes are not an event */
    public static AlarmEvent readEvent(byte[] json) {
        return read(json, AlarmEvent.class);
    }

    /** @throws IllegalArgumentException if the bytes are not a condition change */
    public static ConditionChange readConditionChange(byte[] json) {
        return read(json, ConditionChange.class);
    }

    /** @throws IllegalArgumentException if the bytes are not a key's presence */
    public static KeyPresence readKeyPresence(byte[] json) {
        return read(json, KeyPresence.class);
    }

    /** @throws IllegalArgumentException if the bytes are not a partition's time */
    public static PartitionTime readPartitionTime(byte[] json) {
        return read(json, PartitionTime.class);
    }

    /**
     * @throws IllegalArgumentException if the bytes are not a command; the message is for the
     *     sender
     */
    public static AlarmCommand readCommand(byte[] json) {
        return read(json, AlarmCommand.class);
    }

    /** @throws IllegalArgumentException if the bytes are not a reply */
    public static CommandReply readReply(byte[] json) {
        return read(json, CommandReply.class);
    }

    /** @throws IllegalArgumentException if the bytes are not an action */
    public static ControlAction readAction(byte[] json) {
        return read(json, ControlAction.class);
    }

    /**
     * @throws IllegalArgumentException if the bytes are not a reply to an action; the message is
     *     for the sender
     */
    public static ActionReply readActionReply(byte[] json) {
        return read(json, ActionReply.class);
    }

    /** A text field of JSON that may be invalid otherwise; null if the field cannot be read. */
    public static @Nullable String textField(byte[] json, String field) {
        try {
            JsonNode text = JSON.reader()
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(json)
                    .get(field);
            return text != null && text.isTextual() ? text.textValue() : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static byte[] bytes(Object value) {
        try {
            // Encoding via a string writes half a surrogate pair, which JSON can contain, as ? and
            // does not fail.
            return JSON.writeValueAsString(value).getBytes(UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of texts, numbers and times can always be written", e);
        }
    }

    private static <T> T read(byte[] json, Class<T> type) {
        try {
            @Nullable T value = JSON.readValue(json, type);
            return Objects.requireNonNull(value, "null");
        } catch (IOException | NullPointerException e) {
            throw new IllegalArgumentException("not the JSON of " + type.getSimpleName() + ": " + reason(e), e);
        }
    }

    /** The message without Jackson's description of the location. */
    private static @Nullable String reason(Exception e) {
        if (e instanceof ValueInstantiationException refused && refused.getCause() != null) {
            return refused.getCause().getMessage();
        }
        if (e instanceof JsonMappingException spoiled && !spoiled.getPath().isEmpty()) {
            String field = spoiled.getPath().get(0).getFieldName();
            return (field == null ? "" : field + ": ") + spoiled.getOriginalMessage();
        }
        return e instanceof JsonProcessingException broken ? broken.getOriginalMessage() : e.getMessage();
    }
}
