package io.weir.writer.store.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import java.io.IOException;
import java.net.URLEncoder;
import okhttp3.Headers;

/** Statements over ClickHouse's HTTP interface; for tables only, never for metrics. */
final class ClickHouseSql {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Headers NONE = Headers.of();

    private final HttpPosts posts;

    ClickHouseSql(HttpPosts posts) {
        this.posts = posts;
    }

    /** The server does not run a statement. */
    static final class FailedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient HttpAnswer answer;

        FailedException(HttpAnswer answer) {
            super(answer.toString());
            this.answer = answer;
        }

        HttpAnswer answer() {
            return answer;
        }
    }

    /**
     * The rows of a query, each an array of columns.
     *
     * @throws FailedException with the server's words
     * @throws IOException if there is no answer
     */
    JsonNode rows(String query) throws IOException {
        HttpAnswer answer = posts.get("/?query=" + URLEncoder.encode(query + " FORMAT JSONCompact", UTF_8));
        if (!answer.isSuccess()) {
            throw new FailedException(
                    new HttpAnswer(answer.code(), answer.message().strip(), answer.retryAfter()));
        }
        try {
            return JSON.readTree(answer.message()).path("data");
        } catch (JsonProcessingException e) {
            throw new IOException("the server is no ClickHouse: correct the store's URL", e);
        }
    }

    /**
     * Runs a statement that changes something.
     *
     * @throws FailedException with the server's words
     * @throws IOException if there is no answer
     */
    void run(String statement) throws IOException {
        byte[] bytes = statement.getBytes(UTF_8);
        HttpAnswer answer = posts.post(NONE, bytes, 0, bytes.length);
        if (!answer.isSuccess()) {
            throw new FailedException(answer);
        }
    }
}
