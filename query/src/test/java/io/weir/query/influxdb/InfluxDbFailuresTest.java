package io.weir.query.influxdb;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InfluxDbFailuresTest extends StoreFailures {
    @Override
    protected SeriesStore store(String http) {
        return InfluxDbSeries.ofDatabase(http, "metrics", Optional.of("Basic x"));
    }

    @Override
    protected String beginning() {
        return "{\"results\":[{\"series\":[{\"name\":\"cpu\",\"columns\":[\"fieldKey\",\"fieldType\"],\"values\":[";
    }

    /** The server ends an answer so if a statement fails after the first chunk. */
    @Test
    void answerWithoutItsLastChunkIsAnError() {
        answers(ok("{\"results\":[{\"statement_id\":0,\"partial\":true}]}\n"), true);
        fails(LONG, Reason.UNAVAILABLE, "the last result is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"results\":[{\"statement_id\":0,\"error\":\"no, no\"}]}",
                "{\"error\":\"no, no\"}",
                "{\"results\":[{\"statement_id\":0,\"partial\":true}]}\n{\"results\":[{\"error\":\"no, no\"}]}",
            })
    void refusalIsAnError(String body) {
        answers(ok(body), true);
        fails(LONG, Reason.UNAVAILABLE, "refuses the query: no, no");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"cpu\"]", "[\"value\",\"float\",\"more\"]", "[]"})
    void rowWithOtherColumnsIsAnError(String row) {
        answers(ok(beginning() + row + "]}]}]}"), true);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    private static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
