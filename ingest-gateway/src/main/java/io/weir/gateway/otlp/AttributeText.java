package io.weir.gateway.otlp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * The text of an attribute, as OpenTelemetry specifies it for formats other than OTLP: arrays and
 * maps are JSON, bytes are Base64.
 */
final class AttributeText {
    private static final JsonFactory JSON = new JsonFactory();

    private AttributeText() {}

    /** The text; empty if there is no value. */
    static String of(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> String.valueOf(value.getBoolValue());
            case INT_VALUE -> Long.toString(value.getIntValue());
            case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
            case BYTES_VALUE -> base64(value);
            case ARRAY_VALUE, KVLIST_VALUE -> json(value);
            case VALUE_NOT_SET -> "";
        };
    }

    private static String base64(AnyValue value) {
        return Base64.getEncoder().encodeToString(value.getBytesValue().toByteArray());
    }

    private static String json(AnyValue value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(value, json);
        } catch (IOException e) {
            throw new UncheckedIOException("a JSON text in memory cannot fail", e);
        }
        return text.toString();
    }

    /** The depth is that of the message, which its reader bounds. */
    private static void write(AnyValue value, JsonGenerator json) throws IOException {
        switch (value.getValueCase()) {
            case STRING_VALUE -> json.writeString(value.getStringValue());
            case BOOL_VALUE -> json.writeBoolean(value.getBoolValue());
            case INT_VALUE -> json.writeNumber(value.getIntValue());
            case DOUBLE_VALUE -> json.writeNumber(value.getDoubleValue());
            case BYTES_VALUE -> json.writeString(base64(value));
            case ARRAY_VALUE -> {
                json.writeStartArray();
                for (AnyValue each : value.getArrayValue().getValuesList()) {
                    write(each, json);
                }
                json.writeEndArray();
            }
            case KVLIST_VALUE -> {
                json.writeStartObject();
                for (KeyValue each : value.getKvlistValue().getValuesList()) {
                    json.writeFieldName(each.getKey());
                    write(each.getValue(), json);
                }
                json.writeEndObject();
            }
            case VALUE_NOT_SET -> json.writeNull();
        }
    }
}
