package io.weir.dashboard.http;

import java.util.Optional;

/**
 * The answer of an endpoint.
 *
 * @param json the body
 * @param cookie the value of a Set-Cookie header
 */
public record Answer(int status, byte[] json, Optional<String> cookie) {

    /** A successful answer. */
    public static Answer of(byte[] json) {
        return new Answer(200, json, Optional.empty());
    }

    /** A successful answer with a value that {@link Json} can write. */
    public static Answer of(Object value) {
        return of(Json.bytes(value));
    }

    /** Returns a copy that sets a cookie. */
    public Answer withCookie(String setCookie) {
        return new Answer(status, json, Optional.of(setCookie));
    }
}
