package io.weir.query.prometheus;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusFailuresTest extends StoreFailures {
    private static final String SERIES =
            "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"cpu\"},";

    @Override
    protected SeriesStore store(String http) {
        return PrometheusSeries.ofPrometheus(http, Map.of());
    }

    @Override
    protected String beginning() {
        return SERIES + "\"values\":[[0.001,\"1\"],";
    }

    private void answersWhole(String json) {
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json, true);
    }

    /** By default, a cluster of VictoriaMetrics answers so while a node is away. */
    @Test
    void partialAnswerIsUnavailable() {
        answersWhole(SERIES + "\"values\":[[0.001,\"1\"]]}]},\"isPartial\":true}");
        fails(LONG, Reason.UNAVAILABLE, "its answer is partial");
    }

    @Test
    void answerWithAWarningIsUnavailable() {
        answersWhole(SERIES + "\"values\":[[0.001,\"1\"]]}]},\"warnings\":[\"remote_read: no answer\"]}");
        fails(LONG, Reason.UNAVAILABLE, "its answer is partial: remote_read: no answer");
    }

    @ParameterizedTest
    @CsvSource({
        "503, query timed out in expression evaluation, TIMEOUT",
        "422, timeout exceeded during query execution: 30.000 seconds, TIMEOUT",
        "422, query processing would load too many samples into memory, EXECUTION",
        "503, too many concurrent requests, UNAVAILABLE"
    })
    void limitsOfTheStoreKeepTheirMeaning(int status, String error, Reason reason) {
        String json = "{\"status\":\"error\",\"errorType\":\"any\",\"error\":\"" + error + "\"}";
        answers("HTTP/1.1 " + status + " No\r\nContent-Length: " + json.length() + "\r\n\r\n" + json, true);
        fails(LONG, reason, error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"values\":[[0.001,\"one\"]]}]}}",
                "\"values\":[[0.001]]}]}}",
                "\"values\":[[0.001,\"1\",2]]}]}}",
                "\"values\":[[\"x\",\"1\"]]}]}}",
                "\"values\":7}]}}"
            })
    void answerOfAnotherShapeIsAnError(String rest) {
        answersWhole(SERIES + rest);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }
}
