package io.weir.writer.store.questdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/** Statements over QuestDB's {@code /exec}; for tables only, never for metrics. */
final class QuestDbSql {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OkHttpClient calls;
    private final HttpUrl exec;
    private final Optional<String> authorization;

    /** @param authorization the value of the Authorization header */
    QuestDbSql(OkHttpClient calls, String http, Optional<String> authorization) {
        this.calls = calls;
        this.exec = HttpUrl.get(http + "/exec");
        this.authorization = authorization;
    }

    /** The statement itself is wrong; repeating it is useless. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    /**
     * Runs one statement.
     *
     * @return the rows, each an array of columns; empty for a statement that returns none
     * @throws RefusedException with the store's reason
     * @throws IOException if the store is unavailable or has a problem
     */
    JsonNode run(String statement) throws RefusedException, IOException {
        Request.Builder request = new Request.Builder()
                .url(exec.newBuilder().addQueryParameter("query", statement).build());
        authorization.ifPresent(value -> request.header("Authorization", value));
        try (Response response = calls.newCall(request.build()).execute()) {
            JsonNode answer = json(response.body());
            if (response.isSuccessful()) {
                return answer.path("dataset");
            }
            String reason = answer.path("error").asText("no reason given");
            if (response.code() == 400) {
                throw new RefusedException(reason);
            }
            throw new IOException("HTTP " + response.code() + " for a statement: " + reason);
        }
    }

    private static JsonNode json(@Nullable ResponseBody body) throws IOException {
        return JSON.readTree(body == null ? "" : body.string());
    }
}
