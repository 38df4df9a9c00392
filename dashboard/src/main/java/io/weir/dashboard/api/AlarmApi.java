package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.EventSink;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.AlarmTable.News;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The endpoints for alarms, as a snapshot and as a stream, and for the user's session. */
public final class AlarmApi {
    private static final long CHECK_EVERY_MILLIS = 100;

    private final AlarmTable alarms;
    private final Access access;
    private final Clock clock;

    /** @param clock for logins and the rate of calls */
    public AlarmApi(AlarmTable alarms, Access access, Clock clock) {
        this.alarms = alarms;
        this.access = access;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        Map<String, Endpoint> endpoints = new HashMap<>();
        endpoints.put("GET /api/alarms", (Endpoint.Once) request -> Answer.of(bytes(alarms.all())));
        endpoints.put("GET /api/alarms/live", (Endpoint.Stream) request -> this::live);
        endpoints.put("GET /api/alarms/calls", (Endpoint.Once) request -> Answer.of(alarms.calls(clock.millis())));
        endpoints.put("GET /api/session", (Endpoint.Once) request -> Answer.of(access.who(request, clock.millis())));
        endpoints.put("POST /api/login", (Endpoint.Once) this::login);
        endpoints.put("POST /api/logout", (Endpoint.Once) this::logout);
        return endpoints;
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

    private Answer login(ApiRequest request) {
        JsonNode json = Json.object(request.body());
        String cookie = access.login(
                request, text(json, "user").orElse(""), text(json, "token").orElse(""), clock.millis());
        return Answer.of(Map.of("ok", true)).withCookie(cookie);
    }

    private Answer logout(ApiRequest request) {
        access.requireOwnPage(request);
        return Answer.of(Map.of("ok", true)).withCookie(access.logout());
    }

    private static Optional<String> text(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }
}
