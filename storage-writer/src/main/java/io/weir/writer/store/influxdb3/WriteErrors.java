package io.weir.writer.store.influxdb3;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;

/**
 * What an unsuccessful write means. With {@code accept_partial=true}, the server stores the good lines and answers 400,
 * or 422 at a limit, with {@code {"error":"…","data":[{"line_number":2,"error_message":"…"}]}}. Without such data, no
 * line is named, and the server or its address is at fault.
 */
final class WriteErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATABASE_LIMIT = "Adding a new database would exceed limit of";

    private WriteErrors() {}

    /** Receives the refused lines. */
    interface Lines {
        /** @param number of the line in the request, from 1; blank lines do not count */
        void refused(int number, String reason);
    }

    /**
     * The reply to a write without success.
     *
     * @param permission required action of the operator if the store does not permit writing
     * @return {@link Reply#STORED} if all lines are stored that {@code lines} did not receive
     */
    static Reply toLines(HttpAnswer answer, InfluxDb3Url url, String permission, Lines lines) {
        return switch (answer.code()) {
            case 400, 422 -> toLines(answer, url, lines);
            case 404 ->
                new Reply.Away(answer + "; correct the store's URL: " + url.http() + " has no /api/v3/write_lp of"
                        + " InfluxDB 3");
            default -> answer.toLines(permission);
        };
    }

    private static Reply toLines(HttpAnswer answer, InfluxDb3Url url, Lines lines) {
        int refused = 0;
        for (JsonNode line : data(answer.message())) {
            int number = line.path("line_number").asInt();
            String reason = line.path("error_message").asText();
            if (reason.startsWith(DATABASE_LIMIT)) {
                return new Reply.Away(reason + "; name a database that exists, or raise the server's limit");
            }
            if (number > 0 && !reason.isEmpty()) {
                lines.refused(number, reason);
                refused++;
            }
        }
        return refused > 0
                ? Reply.STORED
                : new Reply.Away(
                        answer + "; check the database '" + url.database() + "' in the store's URL",
                        0,
                        Reply.Cause.BROKE);
    }

    private static JsonNode data(String body) {
        try {
            return JSON.readTree(body).path("data");
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
