package io.weir.notify.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Format of a request body; determines how values are escaped. */
enum BodyFormat {
    JSON {
        @Override
        String escaped(String value) {
            return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(value));
        }

        @Override
        Optional<String> mistake(String body) {
            try {
                boolean isNothing = STRICT.readTree(body).isMissingNode();
                return isNothing ? Optional.of("it is empty") : Optional.empty();
            } catch (JsonProcessingException e) {
                return Optional.of(e.getOriginalMessage());
            }
        }
    },
    FORM {
        @Override
        String escaped(String value) {
            return URLEncoder.encode(value, StandardCharsets.UTF_8);
        }
    },
    PLAIN {
        @Override
        String escaped(String value) {
            return value;
        }
    };

    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Returns the format of a {@code Content-Type}. */
    static BodyFormat of(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT);
        if (type.contains("json")) {
            return JSON;
        }
        return type.contains("x-www-form-urlencoded") ? FORM : PLAIN;
    }

    /**
     * Escapes a value for its place in the body: in JSON between quotes, in a form after an equals
     * sign.
     */
    abstract String escaped(String value);

    /** Returns why a body is not of this format; empty if it is. */
    Optional<String> mistake(String body) {
        return Optional.empty();
    }
}
