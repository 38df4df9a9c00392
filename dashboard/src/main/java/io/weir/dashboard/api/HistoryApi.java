package io.weir.dashboard.api;

import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.Past;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.history.Room;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Ask;
import io.weir.dashboard.http.AskException;
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
    private static final int USUAL_POINTS = 600;
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

    private Answer history(Ask ask) throws InterruptedException {
        HistoryStore asked = store.orElseThrow(() -> new AskException(404, "no store is set: dashboard.store"));
        long to = ask.number("to", 1, LATEST, 0);
        long from = ask.number("from", 0, LATEST, 0);
        if (to <= from) {
            throw new AskException(400, "from and to: must be milliseconds since 1970, from before to");
        }
        int points = (int) ask.number("points", 1, MOST_POINTS, USUAL_POINTS);
        Range range = new Range(
                LiveApi.selector(ask.parameter("q").orElse("")),
                from,
                to,
                clock.millis(),
                points,
                mostLines,
                ask.number("last", 0, 1, 0) == 1);
        if (!asking.tryAcquire()) {
            throw new AskException(503, "others wait for the store; try again in a moment");
        }
        try {
            Set<LineName> followed = hub.feed(ask.number("stream", 0, Long.MAX_VALUE, 0))
                    .map(LiveFeed::names)
                    .orElse(Set.of());
            return answer(asked.read(range), new Room(followed, mostLines));
        } catch (IOException e) {
            throw new AskException(502, String.valueOf(e.getMessage()));
        } finally {
            asking.release();
        }
    }

    private Answer answer(Past past, Room room) {
        Past shown = room.of(past);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("series", shown.series());
        answer.put("last", shown.last());
        answer.put("tier", shown.tier());
        answer.put("stepMillis", shown.stepMillis());
        answer.put("capped", shown.capped());
        answer.put("more", room.isTooSmall());
        answer.put("most", mostLines);
        return Answer.of(answer);
    }
}
