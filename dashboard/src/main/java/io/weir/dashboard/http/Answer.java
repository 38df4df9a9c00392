package io.weir.dashboard.http;

import java.util.HashMap;
import java.util.Map;

/**
 * The answer of an endpoint.
 *
 * @param headers more headers, by their names
 */
public record Answer(int status, byte[] body, Map<String, String> headers) {
    private static final String TYPE = "Content-Type";

    /** Copies the headers. */
    public Answer {
        headers = Map.copyOf(headers);
    }

    /** A successful answer in JSON. */
    public static Answer of(byte[] json) {
        return of(200, json);
    }

    /** An answer in JSON with any status. */
    public static Answer of(int status, byte[] json) {
        return new Answer(status, json, Map.of(TYPE, "application/json"));
    }

    /** A successful answer with a value that {@link Json} can write. */
    public static Answer of(Object value) {
        return of(Json.bytes(value));
    }

    /** A text that browsers store as a file. */
    public static Answer file(String name, String type, byte[] body) {
        return new Answer(
                200, body, Map.of(TYPE, type, "Content-Disposition", "attachment; filename=\"" + name + "\""));
    }

    /** An error in JSON. */
    static Answer error(int status, String why) {
        return of(status, Json.bytes(Map.of("error", why)));
    }

    /** Returns a copy that sets a cookie. */
    public Answer withCookie(String setCookie) {
        Map<String, String> more = new HashMap<>(headers);
        more.put("Set-Cookie", setCookie);
        return new Answer(status, body, more);
    }
}
