package io.weir.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Reads consecutive records, alone or in arrays. After broken JSON, reading resumes after the first
 * line feed that follows the start of the broken record, because many senders write each record on
 * its own line. Never throws because of data. Not thread-safe.
 */
public final class JsonRecords {
    /**
     * After this many errors the rest is skipped, because each error costs as much as many valid
     * records.
     */
    private static final int MOST_BROKEN = 16;

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final JsonFactory factory;
    private final Target target;
    private int broken;
    private int base;
    private int recordFrom;

    /** Receives the records. */
    public interface Target {
        /** Reads a record from its first token to its end, including the text of its last token. */
        void record(JsonParser json, JsonToken first) throws IOException;

        /** Bytes that are not JSON, up to the possible start of the next record. */
        void broken(int from, int to, int at);
    }

    /** JSON with more than {@code maxDepth} levels is broken. */
    public JsonRecords(Target target, int maxDepth) {
        this.target = target;
        this.factory = new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNameLength(10_000)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                // A sender of colliding names slows down its own records only: the symbol table is
                // bounded and is reset.
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .build();
    }

    /** Reads the records in {@code bytes[from, to)}. Returns whether all of it was JSON. */
    public boolean read(byte[] bytes, int from, int to) {
        broken = 0;
        int at = afterMark(bytes, from, to);
        while (at < to) {
            at = readOn(bytes, at, to);
        }
        return broken == 0;
    }

    /** The index after a byte order mark of UTF-8, which some senders write first. */
    private static int afterMark(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + MARK.length);
        return Arrays.equals(bytes, from, end, MARK, 0, MARK.length) ? end : from;
    }

    /** Index of the current token's first byte. */
    public int start(JsonParser json) {
        return base + (int) json.currentTokenLocation().getByteOffset();
    }

    /** Index after the last byte read. */
    public int end(JsonParser json) {
        return base + (int) json.currentLocation().getByteOffset();
    }

    /** Reads up to the end or to an error. Returns the index to resume from. */
    private int readOn(byte[] bytes, int from, int to) {
        base = from;
        recordFrom = from;
        try (JsonParser json = factory.createParser(bytes, from, to - from)) {
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
        int from = recordFrom;
        while (from < to - 1 && isBlank(bytes[from])) {
            from++;
        }
        from = Math.min(from, to - 1);
        int end = from + 1;
        while (end < to && (bytes[end] != '\n' || broken > MOST_BROKEN)) {
            end++;
        }
        target.broken(from, end, Math.max(from, Math.min(end, at)));
        return end;
    }

    private void readRoot(JsonParser json, JsonToken token) throws IOException {
        if (token == JsonToken.START_ARRAY) {
            for (JsonToken each = json.nextToken(); each != JsonToken.END_ARRAY; each = json.nextToken()) {
                readRecord(json, each);
            }
            recordFrom = end(json);
        } else {
            readRecord(json, token);
        }
    }

    private void readRecord(JsonParser json, JsonToken first) throws IOException {
        recordFrom = start(json);
        target.record(json, first);
        recordFrom = end(json);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
