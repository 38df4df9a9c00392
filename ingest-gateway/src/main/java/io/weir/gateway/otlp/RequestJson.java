package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import java.io.IOException;
import java.nio.charset.CharsetEncoder;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a request in OTLP/JSON: the JSON of protobuf, with enums as numbers or names. Unknown members
 * are skipped, and so are exemplars, whose bytes are hexadecimal. Protobuf's own reader is not used,
 * because a number such as 1e999999999 occupies it for ever.
 */
final class RequestJson {
    private static final String EXEMPLARS = "exemplars";

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private final JsonParser json;
    private final PartCount parts = new PartCount();
    private final CharsetEncoder unicode = UTF_8.newEncoder();
    /** The fields of each type of message, by their names in JSON. */
    private final Map<String, Map<String, FieldDescriptor>> types = new HashMap<>();

    private RequestJson(JsonParser json) {
        this.json = json;
    }

    /** Reads all of the bytes. Throws an exception whose message says what is wrong, and where. */
    static ExportMetricsServiceRequest read(byte[] bytes, int from, int to) throws IOException {
        try (JsonParser json = JSON.createParser(bytes, from, to - from)) {
            RequestJson reader = new RequestJson(json);
            ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.newBuilder();
            json.nextToken();
            reader.object(request, 1);
            if (json.nextToken() != null) {
                throw reader.wrong("text after the request");
            }
            return request.build();
        }
    }

    private void object(Message.Builder message, int depth) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("an object is expected");
        }
        if (depth > PartCount.MAX_DEPTH) {
            throw wrong("more than " + PartCount.MAX_DEPTH + " messages in each other");
        }
        parts.next();
        Map<String, FieldDescriptor> fields = fields(message);
        while (json.nextToken() != JsonToken.END_OBJECT) {
            FieldDescriptor field = fields.get(json.currentName());
            JsonToken value = json.nextToken();
            if (field == null || value == JsonToken.VALUE_NULL) {
                json.skipChildren();
            } else if (field.isRepeated()) {
                array(message, field, depth);
            } else {
                message.setField(field, value(message, field, depth));
            }
        }
    }

    private Map<String, FieldDescriptor> fields(Message.Builder message) {
        return types.computeIfAbsent(message.getDescriptorForType().getFullName(), name -> {
            Map<String, FieldDescriptor> fields = new HashMap<>();
            for (FieldDescriptor each : message.getDescriptorForType().getFields()) {
                if (!each.getName().equals(EXEMPLARS)) {
                    fields.put(each.getJsonName(), each);
                }
            }
            return fields;
        });
    }

    private void array(Message.Builder message, FieldDescriptor field, int depth) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong("an array is expected");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (PartCount.isText(field)) {
                parts.next();
            }
            message.addRepeatedField(field, value(message, field, depth));
        }
    }

    private Object value(Message.Builder message, FieldDescriptor field, int depth) throws IOException {
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message.Builder inner = message.newBuilderForField(field);
                object(inner, depth + 1);
                yield inner.build();
            }
            case STRING -> text();
            case BYTE_STRING -> ByteString.copyFrom(bytes());
            case BOOLEAN -> bool();
            case DOUBLE -> number();
            case LONG -> integer(field);
            case INT -> smallInteger(field);
            case ENUM -> choice(field);
            case FLOAT -> throw new IllegalStateException("a message with floats: " + field.getFullName());
        };
    }

    private String text() throws IOException {
        String text = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
        // JSON can write half of a character: "\ud800".
        if (text == null || !unicode.canEncode(text)) {
            throw wrong("a text is expected");
        }
        return text;
    }

    private byte[] bytes() throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong("a text in Base64 is expected");
        }
        return json.getBinaryValue();
    }

    private boolean bool() throws IOException {
        if (!json.currentToken().isBoolean()) {
            throw wrong("true or false is expected");
        }
        return json.getBooleanValue();
    }

    /** Also as a text, and {@code "NaN"} and {@code "-Infinity"}. */
    private double number() throws IOException {
        try {
            return Double.parseDouble(scalar());
        } catch (NumberFormatException e) {
            throw wrong("a number is expected");
        }
    }

    private long integer(FieldDescriptor field) throws IOException {
        boolean isUnsigned =
                field.getType() == FieldDescriptor.Type.FIXED64 || field.getType() == FieldDescriptor.Type.UINT64;
        try {
            return isUnsigned ? Long.parseUnsignedLong(scalar()) : Long.parseLong(scalar());
        } catch (NumberFormatException e) {
            throw wrong("an integer of 64 bits is expected");
        }
    }

    private int smallInteger(FieldDescriptor field) throws IOException {
        try {
            return field.getType() == FieldDescriptor.Type.UINT32
                    ? Integer.parseUnsignedInt(scalar())
                    : Integer.parseInt(scalar());
        } catch (NumberFormatException e) {
            throw wrong("an integer of 32 bits is expected");
        }
    }

    private EnumValueDescriptor choice(FieldDescriptor field) throws IOException {
        EnumValueDescriptor named = json.currentToken() == JsonToken.VALUE_STRING
                ? field.getEnumType().findValueByName(json.getText())
                : null;
        return named != null ? named : field.getEnumType().findValueByNumberCreatingIfUnknown(smallInteger(field));
    }

    /** A number as a number or as a text. */
    private String scalar() throws IOException {
        JsonToken token = json.currentToken();
        if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
            throw wrong("a number is expected");
        }
        return json.getText();
    }

    private JsonParseException wrong(String what) {
        return new JsonParseException(json, json.getParsingContext().pathAsPointer() + ": " + what);
    }
}
