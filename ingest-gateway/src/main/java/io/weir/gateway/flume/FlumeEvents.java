package io.weir.gateway.flume;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.weir.gateway.intake.LineSpeller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * Reads consecutive events, alone or in arrays, and writes each as a line. After broken JSON,
 * reading resumes after the first line feed that follows the start of the broken event, because the
 * library writes each event on its own line. Never throws because of data. Not thread-safe.
 */
final class FlumeEvents {
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxNameLength(10_000)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            // A sender of colliding names slows down its own events only: the symbol table is
            // bounded and is reset.
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    /**
     * After this many errors the rest is skipped, because each error costs as much as many valid
     * events.
     */
    private static final int MOST_BROKEN = 16;

    private static final int LONGEST_PREFIX = 10_000;

    private final Headers headers = new Headers();
    private final EventLine line;
    private final Refused refused;
    private final Consumer<FlumeError> badValue = this::refuse;
    private int broken;
    private int base;
    private int eventFrom;
    private int eventTo;
    private FlumeError error = FlumeError.NONE;

    /** Receives rejected events: their bytes, and the index of the error. */
    interface Refused {
        void event(FlumeError error, int from, int to, int at);
    }

    FlumeEvents(LineSpeller lines, Refused refused) {
        this.line = new EventLine(lines);
        this.refused = refused;
    }

    /**
     * Adds a line for each event in the bytes from {@code from} up to {@code to}. Returns whether
     * all of it was JSON.
     */
    boolean read(byte[] bytes, int from, int to) {
        broken = 0;
        int at = from;
        while (at < to) {
            at = readOn(bytes, at, to);
        }
        return broken == 0;
    }

    /** Reads up to the end or to an error. Returns the index to resume from. */
    private int readOn(byte[] bytes, int from, int to) {
        base = from;
        eventFrom = from;
        try (JsonParser json = JSON.createParser(bytes, from, to - from)) {
            try {
                for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                    readRoot(json, token);
                }
                return to;
            } catch (IOException e) { // Reading from an array fails only because of its content.
                return refuseBroken(bytes, to, end(json));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be opened or closed", e);
        }
    }

    private int refuseBroken(byte[] bytes, int to, int at) {
        broken++;
        int from = eventFrom;
        while (from < to - 1 && isBlank(bytes[from])) {
            from++;
        }
        from = Math.min(from, to - 1);
        int end = from + 1;
        while (end < to && (bytes[end] != '\n' || broken > MOST_BROKEN)) {
            end++;
        }
        refused.event(FlumeError.BROKEN_JSON, from, end, Math.max(from, Math.min(end, at)));
        return end;
    }

    private void readRoot(JsonParser json, JsonToken token) throws IOException {
        if (token == JsonToken.START_ARRAY) {
            for (JsonToken each = json.nextToken(); each != JsonToken.END_ARRAY; each = json.nextToken()) {
                readEvent(json, each);
            }
            eventFrom = end(json);
        } else {
            readEvent(json, token);
        }
    }

    private void readEvent(JsonParser json, JsonToken token) throws IOException {
        eventFrom = start(json);
        headers.clear();
        error = FlumeError.NONE;
        boolean hasHeaders = false;
        if (token == JsonToken.START_OBJECT) {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                boolean isHeaders = json.currentName().equals("headers");
                JsonToken value = json.nextToken();
                if (isHeaders && value == JsonToken.START_OBJECT) {
                    hasHeaders = true;
                    readHeaders(json, "");
                } else {
                    json.skipChildren();
                }
            }
        } else {
            json.skipChildren();
            // Completes a string, of which only the start was read.
            json.finishToken();
        }
        eventTo = end(json);
        if (!hasHeaders) {
            error = FlumeError.NOT_AN_EVENT;
        }
        if (error == FlumeError.NONE) {
            error = line.spell(headers, badValue);
        }
        if (error != FlumeError.NONE) {
            refuse(error);
        }
        eventFrom = eventTo;
    }

    private void refuse(FlumeError why) {
        refused.event(why, eventFrom, eventTo, eventFrom);
    }

    private void readHeaders(JsonParser json, String prefix) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && prefix.length() + key.length() > LONGEST_PREFIX) {
                error = FlumeError.TOO_MANY_HEADERS;
                json.skipChildren();
            } else if (value == JsonToken.START_OBJECT) {
                readHeaders(json, prefix + key + ".");
            } else if (value == JsonToken.START_ARRAY) {
                error = FlumeError.BAD_HEADER;
                json.skipChildren();
            } else if (headers.areFull()) {
                error = FlumeError.TOO_MANY_HEADERS;
            } else if (value != JsonToken.VALUE_NULL) {
                boolean isLiteral = value != JsonToken.VALUE_STRING;
                headers.add(
                        prefix, key, json.getTextCharacters(), json.getTextOffset(), json.getTextLength(), isLiteral);
            }
        }
    }

    /** Index of the current token's first byte. */
    private int start(JsonParser json) {
        return base + (int) json.currentTokenLocation().getByteOffset();
    }

    /** Index after the last byte read. */
    private int end(JsonParser json) {
        return base + (int) json.currentLocation().getByteOffset();
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
