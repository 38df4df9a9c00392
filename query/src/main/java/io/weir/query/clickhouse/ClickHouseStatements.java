package io.weir.query.clickhouse;

import io.weir.query.store.RowReader;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Statements over ClickHouse's HTTP interface, which changes nothing in answer to a GET. Rows are read as they arrive.
 * Thread-safe.
 */
final class ClickHouseStatements {
    private final StoreCalls calls;

    ClickHouseStatements(String http, Optional<String> authorization) {
        calls = new StoreCalls(http, authorization, ClickHouseErrors::reason);
    }

    void run(String statement, Duration within, RowReader reader) {
        calls.get("/", Map.of("query", statement + " FORMAT JSONCompact"), within, body -> rows(body, reader));
    }

    private void rows(InputStream body, RowReader reader) throws IOException {
        AnswerEnd answer = new AnswerEnd(body);
        try {
            String error = StoreJson.readRows(answer, "data", "exception", reader);
            if (error != null) {
                throw calls.refusal(error);
            }
        } catch (IOException e) {
            // The server breaks its JSON off, and appends the error.
            Optional<String> error = ClickHouseErrors.in(answer.rest());
            if (error.isPresent()) {
                throw calls.refusal(error.get());
            }
            throw e;
        }
    }
}
