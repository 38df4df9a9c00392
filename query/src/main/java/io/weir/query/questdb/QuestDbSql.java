package io.weir.query.questdb;

import io.weir.query.store.RowReader;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreErrors;
import io.weir.query.store.StoreJson;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Statements over QuestDB's {@code /exec}. Rows are read as they arrive. Thread-safe. */
final class QuestDbSql {
    private final StoreCalls calls;

    QuestDbSql(String http, Optional<String> authorization) {
        calls = new StoreCalls(http, authorization, StoreErrors.BY_STATUS);
    }

    void run(String statement, Duration within, RowReader reader) {
        calls.get("/exec", Map.of("query", statement), within, body -> {
            String error = StoreJson.readRows(body, "dataset", "error", reader);
            if (error != null) {
                throw calls.refusal(error);
            }
        });
    }
}
