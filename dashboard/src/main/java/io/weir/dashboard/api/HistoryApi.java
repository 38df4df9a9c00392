package io.weir.dashboard.api;

import io.weir.dashboard.history.History;
import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.history.Room;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.LineName;
import io.weir.dashboard.live.LiveFeed;
import io.weir.dashboard.live.LiveHub;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** The endpoint for history. An unavailable store does not affect the live page. */
public final class HistoryApi {
    private static final long LATEST = 253_402_300_799_999L; // end of the year 9999
    private static final int MOST_POINTS = 2_000;
    private static final int DEFAULT_POINTS = 600;
    /** Limit of concurrent requests, so that a slow store does not occupy all threads. */
    private static final int AT_ONCE = 8;

    private final Optional<HistoryStore> store;
    private final LiveHub hub;
    private final int mostLines;
    private final Clock clock;
    private final Semaphore asking = new Semaphore(AT_ONCE);

    /**
     * Queries the store in the thread of the request.
     *
     * @param store empty if there is no history
     * @param hub knows the lines that a page follows live
     * @param mostLines limit of lines on a page
     */
    public HistoryApi(Optional<HistoryStore> store, LiveHub hub, int mostLines, Clock clock) {
        this.store = store;
        this.hub = hub;
        this.mostLines = mostLines;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/history", (Endpoint.Once) this::history);
    }

    private Answer history(ApiRequest request) throws InterruptedException {
        HistoryStore asked = store.orElseThrow(() -> new ApiException(
                404, "history is read from " + QueryStores.NAMES_OF_HISTORY + ", and dashboard.store is none of them"));
        long to = request.number("to", 1, LATEST, 0);
        long from = request.number("from", 0, LATEST, 0);
        if (to <= from) {
            throw new ApiException(400, "from and to: must be milliseconds since 1970, from before to");
        }
        int points = (int) request.number("points", 1, MOST_POINTS, DEFAULT_POINTS);
        Set<LineName> followed = hub.feed(request.number("stream", 0, Long.MAX_VALUE, 0))
                .map(LiveFeed::names)
                .orElse(Set.of());
        Range range = new Range(
                LiveApi.selector(request.parameter("q").orElse("")),
                from,
                to,
                clock.millis(),
                points,
                followed,
                mostLines,
                request.number("last", 0, 1, 0) == 1);
        if (!asking.tryAcquire()) {
            throw new ApiException(503, "too many concurrent queries to the store; try again in a moment");
        }
        try {
            return answer(asked.read(range), new Room(followed, mostLines));
        } catch (IOException e) {
            throw new ApiException(502, String.valueOf(e.getMessage()));
        } finally {
            asking.release();
        }
    }

    private Answer answer(History found, Room room) {
        History shown = room.of(found);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("series", shown.series());
        answer.put("texts", shown.texts());
        answer.put("last", shown.last());
        answer.put("tier", shown.tier());
        answer.put("stepMillis", shown.stepMillis());
        answer.put("capped", shown.capped());
        answer.put("more", shown.more());
        answer.put("most", mostLines);
        return Answer.of(answer);
    }
}
