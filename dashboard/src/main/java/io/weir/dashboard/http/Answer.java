package io.weir.dashboard.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The answer of an endpoint.
 *
 * @param headers more headers, by their names
 * @param cookies values of Set-Cookie headers
 */
public record Answer(int status, byte[] body, Map<String, String> headers, List<String> cookies) {
    private static final String TYPE = "Content-Type";

    /** Copies the collections. */
    public Answer {
        headers = Map.copyOf(headers);
        cookies = List.copyOf(cookies);
    }

    /** A successful answer in JSON. */
    public static Answer of(byte[] json) {
        return of(200, json);
    }

    /** An answer in JSON with any status. */
    public static Answer of(int status, byte[] json) {
        return new Answer(status, json, Map.of(TYPE, "application/json"), List.of());
    }

    /** A successful answer with a value that {@link Json} can write. */
    public static Answer of(Object value) {
        return of(Json.bytes(value));
    }

    /** A text that browsers store as a file. */
    public static Answer file(String name, String type, byte[] body) {
        return new Answer(
                200,
                body,
                Map.of(TYPE, type, "Content-Disposition", "attachment; filename=\"" + name + "\""),
                List.of());
    }

    /** An HTML page. */
    public static Answer page(int status, byte[] html) {
        return new Answer(status, html, Map.of(TYPE, "text/html; charset=utf-8"), List.of());
    }

    /** Sends the browser to another address, by GET. */
    public static Answer redirect(String to) {
        return new Answer(303, new byte[0], Map.of("Location", to), List.of());
    }

    /** An error in JSON. */
    static Answer error(int status, String why) {
        return of(status, Json.bytes(Map.of("error", why)));
    }

    /** Returns a copy that sets a cookie. */
    public Answer withCookie(String setCookie) {
        List<String> more = new ArrayList<>(cookies);
        more.add(setCookie);
        return new Answer(status, body, headers, more);
    }
}
