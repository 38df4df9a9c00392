package io.weir.writer.store.opensearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import java.io.IOException;
import java.util.regex.Pattern;

/** The meaning of the server's answers. */
final class ServerErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonFactory TOKENS = new JsonFactory();
    /** Proxies may answer with a whole page. */
    private static final int LONGEST = 500;

    /** Blocks of an index that an operator or a lifecycle policy sets: read-only, and without writes. */
    private static final Pattern WRITE_BLOCK = Pattern.compile("FORBIDDEN/[58]/");
    /** The block of a full disk, which the server removes itself. */
    private static final String DISK_BLOCK = "FORBIDDEN/12/";

    /** Too many shards, which is a limit of the cluster. */
    private static final String VALIDATION = "validation_exception";

    private ServerErrors() {}

    /** The items of a bulk request whose documents are refused, from 0. */
    interface Items {
        /** Takes one. */
        void refused(int item, String reason);
    }

    /** An answer with the type and the reason of its error only. */
    static HttpAnswer words(HttpAnswer answer) {
        String text = answer.message().strip();
        try {
            JsonNode error = JSON.readTree(text).path("error");
            text = error.isObject() ? reason(error) : error.asText(text);
        } catch (JsonProcessingException e) {
            // It is of a proxy.
        }
        return new HttpAnswer(
                answer.code(), text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text, answer.retryAfter());
    }

    /**
     * The consequence of an unsuccessful answer to a whole bulk request. It concerns no single
     * document, unless the server breaks because of one.
     */
    static Reply toRequest(HttpAnswer answer, OpenSearchUrl url, String permission) {
        HttpAnswer words = words(answer);
        return switch (answer.code()) {
            case 400, 422 -> new Reply.Away(words.toString(), 0, Cause.BROKE);
            case 404, 405 -> wrongServer(words, url);
            default -> words.toLines(permission);
        };
    }

    /**
     * The consequence of a successful answer to a bulk request. Documents that cannot be stored go
     * to {@code items}. Other documents of the request may be stored.
     *
     * @return Stored if all others are stored, else Away
     */
    static Reply toItems(HttpAnswer answer, OpenSearchUrl url, String permission, Items items) {
        try {
            if (hasNoErrors(answer.message())) {
                return Reply.STORED;
            }
            JsonNode root = JSON.readTree(answer.message());
            if (!root.path("errors").isBoolean()) {
                return wrongServer(words(answer), url);
            }
            if (!root.path("errors").asBoolean()) {
                return Reply.STORED;
            }
            Reply reply = Reply.STORED;
            boolean isAnyRefused = false;
            int item = 0;
            for (JsonNode action : root.path("items")) {
                JsonNode result = action.path("index");
                JsonNode error = result.path("error");
                if (isRefused(result.path("status").asInt(), error)) {
                    items.refused(item, reason(error));
                    isAnyRefused = true;
                } else if (!error.isMissingNode() && reply == Reply.STORED) {
                    HttpAnswer words =
                            new HttpAnswer(result.path("status").asInt(), reason(error), answer.retryAfter());
                    reply = waiting(words, permission);
                }
                item++;
            }
            return isAnyRefused || reply != Reply.STORED
                    ? reply
                    : new Reply.Away("HTTP " + answer.code() + ": the answer reports errors but names no document");
        } catch (IOException e) {
            return wrongServer(words(answer), url);
        }
    }

    /** The consequence of an answer that concerns no document, whatever its status. */
    static Reply.Away waiting(HttpAnswer words, String permission) {
        return words.toLines(permission) instanceof Reply.Away away ? away : new Reply.Away(words.toString());
    }

    private static boolean isRefused(int status, JsonNode error) {
        String reason = error.path("reason").asText();
        return switch (status) {
            case 400 -> !error.path("type").asText().equals(VALIDATION);
            case 403 -> WRITE_BLOCK.matcher(reason).find() && !reason.contains(DISK_BLOCK);
            default -> false;
        };
    }

    /** Whether the answer starts with {@code "errors": false}, without reading the rest. */
    private static boolean hasNoErrors(String text) throws IOException {
        try (JsonParser parser = TOKENS.createParser(text)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && "errors".equals(parser.nextFieldName())
                    && parser.nextToken() == JsonToken.VALUE_FALSE;
        }
    }

    private static Reply.Away wrongServer(HttpAnswer words, OpenSearchUrl url) {
        return new Reply.Away(
                words + "; correct the store's URL: " + url.http() + " is no OpenSearch or Elasticsearch");
    }

    private static String reason(JsonNode error) {
        String cause = error.path("caused_by").path("reason").asText();
        return error.path("type").asText() + ": " + error.path("reason").asText()
                + (cause.isEmpty() ? "" : ": " + cause.lines().findFirst().orElse(""));
    }
}
