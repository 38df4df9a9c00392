package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreErrors;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Statements over InfluxDB's {@code /query}. Answers are chunked: the server truncates others at its
 * {@code max-row-limit}. Rows are read as they arrive. Thread-safe.
 */
final class InfluxDbStatements {
    /** The beginning of {@code max-select-series limit exceeded: (300/200)}, and of two other such errors. */
    private static final String LIMIT = "max-select-";

    private static final String NO_TIER = "retention policy not found";

    /** In the parser's message about {@code json: error calling MarshalJSON … unsupported value: +Inf}. */
    private static final String NO_JSON = "'json'";

    /** In the error of newer servers. */
    private static final String UNWRITABLE = "unsupported value: ";

    private final StoreCalls calls;
    private final String database;

    /** Reads the series of an answer one after the other. */
    interface Reader {
        /**
         * Further rows belong to this series. It may be called again for the same series.
         *
         * @param tags an empty value is a tag that the series lacks
         * @return whether the rows are read; others are skipped
         */
        boolean series(String measurement, Map<String, String> tags);

        /**
         * Reads one row: the parser is at the start of its array, and must be left at the end of it.
         *
         * @see #cell
         */
        void row(JsonParser row) throws IOException;
    }

    InfluxDbStatements(String http, String database, Optional<String> authorization) {
        this.calls = new StoreCalls(http, authorization, InfluxDbStatements::reason);
        this.database = database;
    }

    void run(String statement, Duration within, Reader reader) {
        calls.get("/query", parameters(statement), within, body -> read(body, reader));
    }

    /**
     * The same for a statement that computes sums.
     *
     * @return false if the server cannot write one of them, because it is infinite
     */
    boolean compute(String statement, Duration within, Reader reader) {
        boolean[] isWritten = {true};
        calls.get("/query", parameters(statement), within, body -> {
            try {
                read(body, reader);
            } catch (JsonParseException e) {
                // The server puts the error between its chunks, as text.
                if (!e.getOriginalMessage().contains(NO_JSON)) {
                    throw e;
                }
                isWritten[0] = false;
            } catch (EvaluationException e) {
                if (!Objects.toString(e.getMessage()).contains(UNWRITABLE)) {
                    throw e;
                }
                isWritten[0] = false;
            }
        });
        return isWritten[0];
    }

    private Map<String, String> parameters(String statement) {
        return Map.of("db", database, "epoch", "ns", "chunked", "true", "q", statement);
    }

    /** Reads the chunks, each an object. */
    private void read(InputStream body, Reader reader) throws IOException {
        boolean isWhole = false;
        try (JsonParser json = StoreJson.parser(body)) {
            while (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    switch (value(json)) {
                        case "results" -> isWhole = results(json, reader);
                        case "error" -> throw refusal(json.getText());
                        default -> json.skipChildren();
                    }
                }
            }
        }
        if (!isWhole) {
            throw new IOException("the last result is missing");
        }
    }

    /** Returns whether no result follows. */
    private boolean results(JsonParser json, Reader reader) throws IOException {
        boolean isLast = false;
        while (json.nextToken() == JsonToken.START_OBJECT) {
            isLast = true;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                switch (value(json)) {
                    case "series" -> series(json, reader);
                    case "partial" -> isLast = json.currentToken() != JsonToken.VALUE_TRUE;
                    case "error" -> throw refusal(json.getText());
                    default -> json.skipChildren();
                }
            }
        }
        return isLast;
    }

    /** The server reports its limits of a query, and a missing tier, with the status 200. */
    private static Reason reason(int status, String why) {
        if (why.startsWith(NO_TIER)) {
            return Reason.NO_TIER;
        }
        return why.startsWith(LIMIT) ? Reason.EXECUTION : StoreErrors.BY_STATUS.reason(status, why);
    }

    private EvaluationException refusal(String why) {
        boolean isMissing = why.startsWith("database not found");
        return calls.refusal(isMissing ? why + "; the writer creates it before its first metric" : why);
    }

    private static void series(JsonParser json, Reader reader) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            String measurement = "";
            Map<String, String> tags = Map.of();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                switch (value(json)) {
                    case "name" -> measurement = json.getText();
                    case "tags" -> tags = texts(json);
                    // The server writes the values last.
                    case "values" -> {
                        if (reader.series(measurement, tags)) {
                            rows(json, reader);
                        } else {
                            json.skipChildren();
                        }
                    }
                    default -> json.skipChildren();
                }
            }
        }
    }

    private static void rows(JsonParser json, Reader reader) throws IOException {
        while (json.nextToken() == JsonToken.START_ARRAY) {
            reader.row(json);
            if (json.currentToken() != JsonToken.END_ARRAY) {
                throw new IOException("a row has more columns than the statement");
            }
        }
    }

    /** Moves to the next cell of a row. */
    static JsonToken cell(JsonParser row) throws IOException {
        JsonToken token = row.nextToken();
        if (token == JsonToken.END_ARRAY) {
            throw new IOException("a row has fewer columns than the statement");
        }
        return token;
    }

    private static Map<String, String> texts(JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            texts.put(name, json.getText());
        }
        return texts;
    }

    /** Moves from the name of a member to its value. Returns the name. */
    private static String value(JsonParser json) throws IOException {
        String name = json.currentName();
        json.nextToken();
        return name;
    }
}
