package io.weir.gateway.http;

import java.util.HashMap;
import java.util.Map;

/**
 * The answer to a request; immutable.
 *
 * @param rejectReason counted reason why the request was rejected as a whole; empty if it was served
 * @param body JSON unless a header names another type, or empty
 * @param headers without that of the body's length
 */
@SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
public record Answer(int status, String rejectReason, byte[] body, Map<String, String> headers) {
    private static final byte[] NOTHING = {};

    public Answer {
        headers = Map.copyOf(headers);
    }

    /** Success without a body. */
    public static Answer noContent() {
        return new Answer(204, "", NOTHING, Map.of());
    }

    /** Success without a body, for senders that accept no status other than 200. */
    public static Answer ok() {
        return json(200, NOTHING);
    }

    /** An answer with a JSON text, or without a text. */
    public static Answer json(int status, byte[] body) {
        return new Answer(status, "", body, Map.of());
    }

    /** An answer with a body of this content type. */
    public static Answer of(int status, String contentType, byte[] body) {
        return new Answer(status, "", body, Map.of("Content-Type", contentType));
    }

    /** The same with one more header. */
    public Answer with(String header, String value) {
        return with(Map.of(header, value));
    }

    /** The same with more headers. */
    public Answer with(Map<String, String> more) {
        if (headers.isEmpty()) {
            return new Answer(status, rejectReason, body, more);
        }
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(more);
        return new Answer(status, rejectReason, body, all);
    }

    /** The same, counted as a request that was rejected for this reason. */
    public Answer rejected(String reason) {
        return new Answer(status, reason, body, headers);
    }
}
