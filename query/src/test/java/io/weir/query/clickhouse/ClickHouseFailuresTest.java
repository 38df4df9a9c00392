package io.weir.query.clickhouse;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseFailuresTest extends StoreFailures {
    @Override
    protected SeriesStore store(String http) {
        return new ClickHouseSeries(http, "metrics", Optional.of("Basic x"));
    }

    @Override
    protected String beginning() {
        return "{\"meta\":[{\"name\":\"name\"}],\"data\":[[\"cpu\",\"MergeTree\"],";
    }

    /** The server's statuses have changed with its versions. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | Code: 159, e.displayText() = DB::Exception: Timeout exceeded, e.what() = x | TIMEOUT",
                "408 | Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED) | TIMEOUT",
                "500 | Code: 193, e.displayText() = DB::Exception: Wrong password for user a | EXECUTION",
                "403 | Code: 516. DB::Exception: a: Authentication failed. (AUTHENTICATION_FAILED) | EXECUTION",
                "500 | Code: 158. DB::Exception: Limit for rows exceeded. (TOO_MANY_ROWS) | EXECUTION",
                "500 | Code: 241. DB::Exception: Memory limit (for query) exceeded | EXECUTION",
                "500 | Code: 241. DB::Exception: Query memory limit exceeded: would use 9.31 GiB | EXECUTION",
                "500 | Code: 241. DB::Exception: User memory limit exceeded: would use 9.31 GiB | UNAVAILABLE",
                "500 | Code: 439. DB::Exception: Cannot schedule a task: no free thread | UNAVAILABLE",
                "500 | Code: 241. DB::Exception: (total) memory limit exceeded | UNAVAILABLE",
                "500 | Code: 241. DB::Exception: Memory limit (for user) exceeded | UNAVAILABLE",
                "404 | Code: 60. DB::Exception: Table metrics.cpu does not exist. (UNKNOWN_TABLE) | UNAVAILABLE",
                "500 | Code: 202. DB::Exception: Too many simultaneous queries | UNAVAILABLE",
                "502 | Bad Gateway | UNAVAILABLE",
                "403 | Forbidden by a proxy | EXECUTION"
            })
    void codeOfTheServerDecides(int status, String text, Reason reason) {
        answers("HTTP/1.1 " + status + " No\r\nContent-Length: " + text.length() + "\r\n\r\n" + text, true);
        fails(LONG, reason, "answers with status " + status + ": " + text);
    }

    /** Servers before 2023 append the text, and later ones break off the chunk, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "241 | Code: 241, e.displayText() = DB::Exception: Memory limit (for query) exceeded | true",
                "241 | __exception__@tagtag@Code: 241. DB::Exception: Query memory limit exceeded@21 tagtag@__exception__@ | false",
                "158 | Code: 158. DB::Exception: too many rows | true"
            })
    void errorAfterRowsIsReported(int code, String error, boolean isWhole) {
        String body = beginning() + "\n" + error.replace("@", "\r\n");
        int length = body.length() + (isWhole ? 0 : 100);
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n" + body, true);
        fails(LONG, Reason.EXECUTION, "refuses the query: Code: " + code);
    }

    /** The parser fails long before the end of the answer. */
    @Test
    void errorIsFoundFarAfterTheLastRow() {
        String body = beginning() + "x".repeat(30_000) + "\nCode: 202. DB::Exception: too many queries\n";
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body, true);
        fails(LONG, Reason.UNAVAILABLE, "refuses the query: Code: 202. DB::Exception: too many queries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1, 2]", "[]", "[\"cpu\"]", "[\"cpu\", null]", "[\"cpu\", \"MergeTree\", 3]"})
    void rowWithOtherColumnsIsAnError(String row) {
        String body = "{\"data\":[" + row + "]}";
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body, true);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    @Test
    void errorInTheAnswerIsReported() {
        String body = "{\"meta\":[],\"data\":[],\"rows\":0,\"exception\":\"Code: 158. DB::Exception: too many rows\"}";
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body, true);
        fails(LONG, Reason.EXECUTION, "refuses the query: Code: 158. DB::Exception: too many rows");
    }
}
