package io.weir.writer.store.influxdb3;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;

/**
 * Interprets the answers to unsuccessful writes. With {@code accept_partial=true}, the server stores the good lines and
 * answers 400, or 422 at a limit, with {@code {"error":"…","data":[{"line_number":2,"error_message":"…"}]}}. Without
 * such data, no line is named, and the server or its address is at fault.
 */
final class WriteErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Proxies may answer with a whole page. */
    private static final int LONGEST = 500;

    private static final String DATABASE_LIMIT = "Adding a new database would exceed limit of";

    private WriteErrors() {}

    /** Receives the refused lines. */
    interface Lines {
        /**
         * @param number of the line in the request, from 1; blank lines do not count
         * @param original the beginning of the line as the server shows it; may be empty
         */
        void refused(int number, String original, String reason);
    }

    /** The answer with the server's words only, shortened. */
    static HttpAnswer words(HttpAnswer answer) {
        String error = json(answer.message()).path("error").asText();
        String text = (error.isEmpty() ? answer.message() : error).strip().replaceAll("\\s+", " ");
        return new HttpAnswer(
                answer.code(), text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text, answer.retryAfter());
    }

    /**
     * The reply to a write without success.
     *
     * @param permission required action of the operator if the store does not permit writing
     * @return {@link Reply#STORED} if all lines are stored that {@code lines} did not receive
     */
    static Reply toLines(HttpAnswer answer, InfluxDb3Url url, String permission, Lines lines) {
        HttpAnswer words = words(answer);
        return switch (answer.code()) {
            case 400, 422 -> toLines(json(answer.message()).path("data"), words, url, lines);
            case 404 ->
                new Reply.Away(words + "; correct the store's URL: " + url.http() + " has no /api/v3/write_lp of"
                        + " InfluxDB 3");
            default -> words.toLines(permission);
        };
    }

    private static Reply toLines(JsonNode data, HttpAnswer words, InfluxDb3Url url, Lines lines) {
        if (words.message().startsWith(DATABASE_LIMIT)) {
            return databaseLimit(words.message());
        }
        int refused = 0;
        for (JsonNode line : data) {
            int number = line.path("line_number").asInt();
            String reason = line.path("error_message").asText();
            if (reason.startsWith(DATABASE_LIMIT)) {
                return databaseLimit(reason);
            }
            if (number > 0 && !reason.isEmpty()) {
                lines.refused(number, line.path("original_line").asText(), reason);
                refused++;
            }
        }
        return refused > 0
                ? Reply.STORED
                : new Reply.Away(
                        words + "; check the database '" + url.database() + "' in the store's URL",
                        0,
                        Reply.Cause.BROKE);
    }

    private static Reply databaseLimit(String reason) {
        return new Reply.Away(reason + "; name a database that exists, or raise the server's limit");
    }

    private static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
