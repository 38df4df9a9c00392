package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.EventSink;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.AlarmTable.News;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;

/** The endpoints for alarms, as a snapshot and as a stream. */
public final class AlarmApi {
    private static final long CHECK_EVERY_MILLIS = 100;

    private final AlarmTable alarms;
    private final Clock clock;

    /** @param clock for the rate of calls */
    public AlarmApi(AlarmTable alarms, Clock clock) {
        this.alarms = alarms;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/alarms", (Endpoint.Once) request -> Answer.of(bytes(alarms.all())),
                "GET /api/alarms/live", (Endpoint.Stream) request -> this::live,
                "GET /api/alarms/calls", (Endpoint.Once) request -> Answer.of(alarms.calls(clock.millis())));
    }

    private void live(EventSink sink) throws IOException, InterruptedException {
        News news = alarms.all();
        sink.send("alarms", bytes(news));
        boolean hadAll = alarms.hasAll();
        while (sink.pause(CHECK_EVERY_MILLIS)) {
            // Changes during the first read of the topic are old ones.
            boolean hasAll = alarms.hasAll();
            news = hasAll && !hadAll ? alarms.all() : alarms.since(news.last());
            hadAll = hasAll;
            if (!news.isNone()) {
                sink.send("alarms", bytes(news));
            }
        }
    }

    private byte[] bytes(News news) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes(
                ("{\"all\":" + news.isAll() + ",\"complete\":" + alarms.hasAll() + ",\"alarms\":").getBytes(UTF_8));
        AlarmsJson.write(news.alarms(), json);
        json.writeBytes(",\"gone\":".getBytes(UTF_8));
        json.writeBytes(Json.bytes(news.gone()));
        json.write('}');
        return json.toByteArray();
    }
}
