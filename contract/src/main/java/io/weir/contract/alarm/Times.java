package io.weir.contract.alarm;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times in JSON: ISO 8601, UTC, always three digits of milliseconds; finer digits are cut off. */
final class Times {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private Times() {}

    static final class Writer extends StdScalarSerializer<Instant> {
        Writer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(FORMAT.format(time));
        }
    }

    /** Accepts any number of digits after the seconds. */
    static final class Reader extends StdScalarDeserializer<Instant> {
        Reader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getText();
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                return (Instant) context.handleWeirdStringValue(
                        Instant.class, text, "not a time such as 2026-11-20T10:00:00.000Z");
            }
        }
    }
}
