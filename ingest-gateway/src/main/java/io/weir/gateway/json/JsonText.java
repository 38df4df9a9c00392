package io.weir.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the small JSON documents of answers. Not on the hot path. */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** Writes the members of an object. */
    @FunctionalInterface
    public interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    /** An object with these members, in UTF-8. */
    public static byte[] object(Members members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a JSON document in memory cannot fail", e);
        }
        return bytes.toByteArray();
    }
}
