package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmHistory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** The endpoint for the history of one alarm. */
public final class AlarmHistoryApi {
    /** Limit of concurrent searches; each reads a part of a topic. */
    private static final int AT_ONCE = 4;

    private final AlarmHistory history;
    private final Semaphore searches = new Semaphore(AT_ONCE);

    /** Searches in the thread of the request. */
    public AlarmHistoryApi(AlarmHistory history) {
        this.history = history;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/alarms/history", (Endpoint.Once) this::history);
    }

    private Answer history(ApiRequest request) {
        String alarm = request.parameter("alarm")
                .filter(id -> !id.isEmpty())
                .orElseThrow(() -> new ApiException(400, "alarm: must be the id of an alarm, such as cpu-high/flp1"));
        if (!searches.tryAcquire()) {
            throw new ApiException(503, "too many concurrent searches; try again in a moment");
        }
        try {
            return Answer.of(bytes(history.of(alarm)));
        } catch (IOException e) {
            throw new ApiException(503, String.valueOf(e.getMessage()));
        } finally {
            searches.release();
        }
    }

    private static byte[] bytes(AlarmHistory.Transitions found) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes(("{\"more\":" + found.more() + ",\"events\":").getBytes(UTF_8));
        AlarmsJson.write(found.events(), json);
        json.write('}');
        return json.toByteArray();
    }
}
