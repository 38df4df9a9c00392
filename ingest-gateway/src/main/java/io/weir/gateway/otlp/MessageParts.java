package io.weir.gateway.otlp;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.weir.gateway.protobuf.Wire;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a type that are messages, texts or packed numbers. Found by their tag in arrays, because
 * the descriptors of the library search for each field. Refuses a schema with packed numbers of four
 * bytes: OTLP has none, and {@link PartCount} does not check them. Immutable.
 */
final class MessageParts {
    static final MessageParts REQUEST = of(ExportMetricsServiceRequest.getDescriptor());

    /** What follows a tag. */
    enum Kind {
        /** An unknown field, or one that needs no check. */
        OTHER,
        MESSAGE,
        TEXT,
        /** A text of a repeated field. */
        REPEATED_TEXT,
        /** Bytes of a repeated field. */
        REPEATED_BYTES,
        /** Numbers of eight bytes, one after the other. */
        PACKED_FIXED64,
        /** Varints, one after the other. */
        PACKED
    }

    /** By tag. */
    private final Kind[] kinds;

    /** By tag; null where the kind is not {@link Kind#MESSAGE}. */
    private final @Nullable MessageParts[] messages;

    private MessageParts(int tags) {
        kinds = new Kind[tags];
        Arrays.fill(kinds, Kind.OTHER);
        messages = new @Nullable MessageParts[tags];
    }

    static MessageParts of(Descriptor type) {
        return of(type, new HashMap<>());
    }

    /** Types contain each other, so {@code known} gets a type before its fields. */
    private static MessageParts of(Descriptor type, Map<String, MessageParts> known) {
        MessageParts made = known.get(type.getFullName());
        if (made != null) {
            return made;
        }
        int last = type.getFields().stream()
                .mapToInt(FieldDescriptor::getNumber)
                .max()
                .orElse(0);
        MessageParts parts = new MessageParts(Wire.message(last) + 1);
        known.put(type.getFullName(), parts);
        for (FieldDescriptor field : type.getFields()) {
            int tag = Wire.message(field.getNumber());
            parts.kinds[tag] = kind(field);
            if (parts.kinds[tag] == Kind.MESSAGE) {
                parts.messages[tag] = of(field.getMessageType(), known);
            }
        }
        return parts;
    }

    private static Kind kind(FieldDescriptor field) {
        return switch (field.getType()) {
            case MESSAGE -> Kind.MESSAGE;
            case STRING -> field.isRepeated() ? Kind.REPEATED_TEXT : Kind.TEXT;
            case BYTES -> field.isRepeated() ? Kind.REPEATED_BYTES : Kind.OTHER;
            case FIXED64, SFIXED64, DOUBLE -> field.isRepeated() ? Kind.PACKED_FIXED64 : Kind.OTHER;
            case FIXED32, SFIXED32, FLOAT -> {
                if (field.isRepeated()) {
                    throw new IllegalArgumentException(field.getFullName() + " has packed numbers of four bytes");
                }
                yield Kind.OTHER;
            }
            default -> field.isRepeated() ? Kind.PACKED : Kind.OTHER;
        };
    }

    /** The kind of the field with this tag. */
    Kind kind(int tag) {
        return tag >= 0 && tag < kinds.length ? kinds[tag] : Kind.OTHER;
    }

    /** The type of a message; null if the tag is that of another field. */
    @Nullable
    MessageParts message(int tag) {
        return tag >= 0 && tag < messages.length ? messages[tag] : null;
    }
}
