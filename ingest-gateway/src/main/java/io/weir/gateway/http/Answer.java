package io.weir.gateway.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a request is answered with; immutable.
 *
 * @param turnedAway why nothing of the request was taken, as it is counted; empty if it was served
 * @param body JSON, or nothing
 * @param headers besides those of the body's type and length
 */
@SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
record Answer(int status, String turnedAway, byte[] body, Map<String, String> headers) {
    private static final byte[] NOTHING = {};

    Answer {
        headers = Map.copyOf(headers);
    }

    /** Done, and nothing to say. */
    static Answer noContent() {
        return new Answer(204, "", NOTHING, Map.of());
    }

    /** Done, and nothing to say; for senders that know no other success than 200. */
    static Answer ok() {
        return json(200, NOTHING);
    }

    static Answer json(int status, byte[] body) {
        return new Answer(status, "", body, Map.of());
    }

    /** The same with one header more. */
    Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, turnedAway, body, more);
    }

    /** The same, counted as a request turned away for this reason. */
    Answer turnedAway(String reason) {
        return new Answer(status, reason, body, headers);
    }
}
