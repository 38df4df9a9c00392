package io.weir.writer.store.opentsdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import java.util.List;
import java.util.Locale;

/** The meaning of unsuccessful answers to data points. */
final class PutErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Proxies may answer with a whole page. */
    private static final int LONGEST = 500;

    /**
     * The beginnings of OpenTSDB's reports of its own troubles, in lower case. The rest of a reason may quote the tags
     * of a point.
     */
    private static final List<String> STORAGE = List.of("storage exception", "write timedout", "please throttle");

    private static final String NOT_CHUNKED = "Chunked request not supported";

    private PutErrors() {}

    /** Whether OpenTSDB refuses an empty request, as it does. */
    static boolean isOfNoPoints(HttpAnswer answer) {
        return answer.code() == 400 && answer.message().contains("No datapoints found");
    }

    /** The consequence for the lines of a request. */
    static Reply toLines(HttpAnswer answer, OpenTsdbUrl url, String permission) {
        JsonNode root = tree(answer.message());
        JsonNode point = root.path("errors").path(0);
        if (answer.code() == 400 && point.has("error")) {
            String reason = point.path("error").asText();
            return isOfStorage(reason)
                    ? new Reply.Away("HTTP 400: " + reason, 0, Cause.SLOW)
                    : new Reply.Refused(reason, 0);
        }
        String message =
                root.path("error").path("message").asText(answer.message()).strip();
        HttpAnswer words = new HttpAnswer(
                answer.code(),
                message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message,
                answer.retryAfter());
        if (answer.code() == 400 && message.contains(NOT_CHUNKED)) {
            return new Reply.Away(words + "; set tsd.http.request.enable_chunked = true in opentsdb.conf");
        }
        return switch (answer.code()) {
            // About the whole request, which is correct JSON. A server may still break because of one point.
            case 400, 422 -> new Reply.Away(words.toString(), 0, Cause.BROKE);
            case 404, 405 -> wrongAddress(words, url);
            default -> words.toLines(permission);
        };
    }

    /** The consequence of an unsuccessful answer to a request without points. */
    static Reply.Away toProbe(HttpAnswer answer, OpenTsdbUrl url, String permission) {
        return answer.code() != 400 && toLines(answer, url, permission) instanceof Reply.Away away
                ? away
                : wrongAddress(answer, url);
    }

    private static Reply.Away wrongAddress(HttpAnswer answer, OpenTsdbUrl url) {
        return new Reply.Away(answer + "; correct the store's URL: " + url.http() + url.path()
                + " accepts no data points of OpenTSDB");
    }

    /** OpenTSDB reports its own troubles for each point, too. */
    private static boolean isOfStorage(String reason) {
        return STORAGE.stream().anyMatch(reason.toLowerCase(Locale.ROOT)::startsWith);
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
