package io.weir.dashboard.api;

import io.weir.contract.config.Refusal;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.EventSink;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.LiveFeed;
import io.weir.dashboard.live.LiveFeed.Line;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.Selector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The endpoints for live metrics: values, and the catalog of series. */
public final class LiveApi {
    private static final int MOST_CHOICES = 200;
    private static final int LEAST_EVERY_MILLIS = 50;
    private static final int DEFAULT_EVERY_MILLIS = 100;
    private static final int MOST_EVERY_MILLIS = 60_000;
    /** Interval of checks whether the stream must end. */
    private static final int CHECK_EVERY_MILLIS = 500;

    private final LiveHub hub;
    private final int mostLines;

    /** @param mostLines limit of lines of one stream */
    public LiveApi(LiveHub hub, int mostLines) {
        this.hub = hub;
        this.mostLines = mostLines;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/catalog", (Endpoint.Once) this::catalog,
                "GET /api/live", (Endpoint.Stream) this::live);
    }

    private Answer catalog(ApiRequest request) {
        return Answer.of(hub.catalog(
                request.parameter("q").filter(text -> !text.isBlank()).map(LiveApi::selector), MOST_CHOICES));
    }

    private Endpoint.Sending live(ApiRequest request) {
        List<Selector> selectors =
                request.parameters("q").stream().map(LiveApi::selector).toList();
        if (selectors.isEmpty() || selectors.size() > Selector.MOST) {
            throw new ApiException(400, "q: name 1 to " + Selector.MOST + " selectors, such as q=cpu,hostname=flp*");
        }
        long every = request.number("every", LEAST_EVERY_MILLIS, MOST_EVERY_MILLIS, DEFAULT_EVERY_MILLIS);
        return sink -> {
            LiveFeed feed = hub.follow(selectors, mostLines);
            try {
                begin(feed, sink);
                send(feed, every, sink);
            } finally {
                hub.leave(feed);
            }
        };
    }

    /** Sends the current lines, then an event that marks their end. */
    private void begin(LiveFeed feed, EventSink sink) throws IOException {
        take(feed, sink);
        sink.send("ready", Json.bytes(Map.of("stream", feed.id(), "most", mostLines)));
    }

    private static void take(LiveFeed feed, EventSink sink) throws IOException {
        Batch batch = new Batch(sink);
        feed.take(batch);
        batch.end();
    }

    /**
     * A single value is sent immediately. Values soon after it are sent together, one interval
     * later.
     */
    private static void send(LiveFeed feed, long everyMillis, EventSink sink) throws IOException, InterruptedException {
        boolean isSent;
        do {
            isSent = feed.await(CHECK_EVERY_MILLIS);
            if (isSent) {
                take(feed, sink);
            }
        } while (sink.pause(isSent ? everyMillis : 0));
    }

    /** Turns the updates that a feed delivers at one time into events. */
    private static final class Batch implements LiveFeed.Receiver<IOException> {
        private final EventSink sink;
        private final List<Object[]> values = new ArrayList<>();

        private Batch(EventSink sink) {
            this.sink = sink;
        }

        @Override
        public void lines(int first, List<Line> more) throws IOException {
            List<Map<String, Object>> json = new ArrayList<>();
            for (int i = 0; i < more.size(); i++) {
                Line line = more.get(i);
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("line", first + i);
                one.put("q", line.selector());
                one.put("measurement", line.measurement());
                one.put("tags", line.tags());
                one.put("field", line.field());
                json.add(one);
            }
            sink.send("lines", Json.bytes(json));
        }

        @Override
        public void capped(int most) throws IOException {
            sink.send("capped", Json.bytes(Map.of("most", most)));
        }

        @Override
        public void value(int line, long millis, double value, @Nullable String text) {
            if (text != null) {
                values.add(new Object[] {line, millis, text});
            } else if (Double.isFinite(value)) {
                values.add(new Object[] {line, millis, value});
            }
        }

        private void end() throws IOException {
            if (!values.isEmpty()) {
                sink.send("values", Json.bytes(values));
            }
        }
    }

    /** @throws ApiException if the text is not a selector */
    static Selector selector(String text) {
        try {
            return Selector.parse(text);
        } catch (Refusal e) {
            throw new ApiException(400, "q=" + text + ": " + e.wrong() + "; " + e.meant());
        }
    }
}
