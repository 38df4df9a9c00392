package io.weir.query.questdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Statements over QuestDB's {@code /exec}. Rows are read as they arrive. Thread-safe. */
final class QuestDbSql {
    private final StoreCalls calls;

    /** Reads one row: the parser is at the start of its array, and must be left at the end of it. */
    interface RowReader {
        void read(JsonParser row) throws IOException;
    }

    QuestDbSql(String http, Optional<String> authorization) {
        calls = new StoreCalls(http, authorization);
    }

    void run(String statement, Duration within, RowReader reader) {
        calls.get("/exec", Map.of("query", statement), within, body -> rows(body, reader));
    }

    private static void rows(InputStream body, RowReader reader) throws IOException {
        boolean isWhole = false;
        try (JsonParser parser = StoreJson.parser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isDataset = parser.currentName().equals("dataset");
                parser.nextToken();
                if (isDataset) {
                    while (parser.nextToken() == JsonToken.START_ARRAY) {
                        reader.read(parser);
                    }
                    isWhole = true;
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!isWhole) {
            throw new IOException("no dataset");
        }
    }
}
