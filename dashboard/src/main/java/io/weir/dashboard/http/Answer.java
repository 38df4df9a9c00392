package io.weir.dashboard.http;

import java.util.Optional;

/**
 * What an endpoint answers.
 *
 * @param json the body
 * @param cookie the value of a Set-Cookie header
 */
public record Answer(int status, byte[] json, Optional<String> cookie) {

    /** What was asked for. */
    public static Answer of(byte[] json) {
        return new Answer(200, json, Optional.empty());
    }

    /** Anything that {@link Json} can write. */
    public static Answer of(Object value) {
        return of(Json.bytes(value));
    }

    /** The same, which sets a cookie. */
    public Answer withCookie(String setCookie) {
        return new Answer(status, json, Optional.of(setCookie));
    }
}
