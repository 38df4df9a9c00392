package io.weir.dashboard.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request, as passed to the endpoints.
 *
 * @param source the sender, as far as its address identifies it: senders who share an address are
 *     one source
 * @param query its parameters
 * @param headers by their names in lower case
 * @param body the body as text; empty if absent
 */
public record ApiRequest(
        String method,
        String path,
        String source,
        Map<String, List<String>> query,
        Map<String, String> headers,
        String body) {

    /** The first parameter of this name. */
    public Optional<String> parameter(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** All parameters of this name. */
    public List<String> parameters(String name) {
        return query.getOrDefault(name, List.of());
    }

    /** @throws ApiException if the parameter is not a whole number in this range */
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
            // Reported below.
        }
        throw new ApiException(400, name + " must be a whole number from " + least + " to " + most);
    }

    /** The value of a header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The value of a cookie. */
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
