package io.weir.dashboard.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request, as the endpoints see it.
 *
 * @param source who sent it, as far as its address tells: those who share it are one
 * @param query its parameters
 * @param headers by their names in lower case
 * @param body as text; empty if there is none
 */
public record Ask(
        String method,
        String path,
        String source,
        Map<String, List<String>> query,
        Map<String, String> headers,
        String body) {

    /** The first of this name. */
    public Optional<String> parameter(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** All of this name. */
    public List<String> parameters(String name) {
        return query.getOrDefault(name, List.of());
    }

    /** @throws AskException if it is no whole number of this range */
    public long number(String name, long least, long most, long fallback) {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new AskException(400, name + " must be a whole number from " + least + " to " + most);
    }

    /** A header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** A cookie. */
    public Optional<String> cookie(String name) {
        for (String cookie : headers.getOrDefault("cookie", "").split(";")) {
            String pair = cookie.strip();
            if (pair.startsWith(name + "=")) {
                return Optional.of(pair.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }
}
