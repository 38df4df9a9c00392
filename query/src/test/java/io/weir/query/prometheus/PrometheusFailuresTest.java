package io.weir.query.prometheus;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusFailuresTest extends StoreFailures {
    private static final String SERIES =
            "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"cpu\"},";

    @Override
    protected SeriesStore store(String http) {
        return new PrometheusSeries(http, Map.of());
    }

    @Override
    protected String beginning() {
        return SERIES + "\"values\":[[0.001,\"1\"],";
    }

    private void answersWhole(String json) {
        answers("HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json, true);
    }

    /** So a cluster of VictoriaMetrics answers if a node is away, unless it is told not to. */
    @Test
    void partialAnswerIsUnavailable() {
        answersWhole(SERIES + "\"values\":[[0.001,\"1\"]]}]},\"isPartial\":true}");
        fails(LONG, Reason.UNAVAILABLE, "its answer is partial");
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
