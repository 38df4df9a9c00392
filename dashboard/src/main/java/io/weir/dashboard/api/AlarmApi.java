package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Operation;
import io.weir.contract.service.StartException;
import io.weir.contract.yaml.Durations;
import io.weir.contract.yaml.Refusal;
import io.weir.dashboard.alarm.AlarmTable;
import io.weir.dashboard.alarm.AlarmTable.News;
import io.weir.dashboard.alarm.CommandDesk;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Ask;
import io.weir.dashboard.http.AskException;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.EventSink;
import io.weir.dashboard.http.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** What is asked about alarms, and what operators say to them. */
public final class AlarmApi {
    private static final long LOOK_EVERY_MILLIS = 100;
    private static final long BEAT_EVERY_MILLIS = 5_000;
    /** Each has a thread and a consumer while it waits. */
    private static final int COMMANDS_AT_ONCE = 8;

    private final AlarmTable alarms;
    private final CommandDesk desk;
    private final Access access;
    private final Clock clock;
    private final Semaphore commands = new Semaphore(COMMANDS_AT_ONCE);

    /** Asks the clock when a command is given. */
    public AlarmApi(AlarmTable alarms, CommandDesk desk, Access access, Clock clock) {
        this.alarms = alarms;
        this.desk = desk;
        this.access = access;
        this.clock = clock;
    }

    /** What it answers, by method and path. */
    public Map<String, Endpoint> endpoints() {
        Map<String, Endpoint> endpoints = new HashMap<>();
        endpoints.put("GET /api/alarms", (Endpoint.Once) ask -> Answer.of(bytes(alarms.all())));
        endpoints.put("GET /api/alarms/live", (Endpoint.Stream) ask -> this::live);
        endpoints.put("POST /api/alarms/command", (Endpoint.Once) this::command);
        endpoints.put("GET /api/session", (Endpoint.Once) ask -> Answer.of(access.who(ask, clock.millis())));
        endpoints.put("POST /api/login", (Endpoint.Once) this::login);
        endpoints.put("POST /api/logout", (Endpoint.Once) this::logout);
        return endpoints;
    }

    private void live(EventSink sink) throws IOException, InterruptedException {
        News news = alarms.all();
        sink.send("alarms", bytes(news));
        boolean hadAll = alarms.hasAll();
        long quietMillis = 0;
        while (sink.pause(LOOK_EVERY_MILLIS)) {
            // What comes while the topic is read for the first time is old.
            boolean hasAll = alarms.hasAll();
            news = hasAll && !hadAll ? alarms.all() : alarms.since(news.last());
            hadAll = hasAll;
            if (!news.isNone()) {
                sink.send("alarms", bytes(news));
                quietMillis = 0;
                continue;
            }
            quietMillis += LOOK_EVERY_MILLIS;
            if (quietMillis >= BEAT_EVERY_MILLIS) {
                sink.beat();
                quietMillis = 0;
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

    private Answer command(Ask ask) {
        JsonNode said = Json.object(ask.body());
        String user = access.commander(ask, text(said, "user"), clock.millis());
        AlarmCommand command = command(said, user);
        if (!commands.tryAcquire()) {
            throw new AskException(503, "other commands wait for alarming; try again in a moment");
        }
        try {
            return Answer.of(AlarmJson.write(desk.ask(command)));
        } catch (StartException e) {
            throw new AskException(504, String.valueOf(e.getMessage()));
        } finally {
            commands.release();
        }
    }

    private AlarmCommand command(JsonNode said, String user) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        try {
            return new AlarmCommand(
                    UUID.randomUUID().toString(),
                    now,
                    user,
                    operation(text(said, "operation").orElse("")),
                    orNull(said, "alarm"),
                    orNull(said, "subtree"),
                    orNull(said, "rule"),
                    orNull(said, "reason"),
                    expiry(said, now).orElse(null),
                    orNull(said, "transition"));
        } catch (IllegalArgumentException e) {
            throw new AskException(400, String.valueOf(e.getMessage()));
        }
    }

    private static Operation operation(String text) {
        try {
            return Operation.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new AskException(400, "operation: must be one of " + List.of(Operation.values()));
        }
    }

    private static Optional<Instant> expiry(JsonNode said, Instant now) {
        try {
            return text(said, "for")
                    .map(time -> now.plus(Durations.parse(time)))
                    .or(() -> text(said, "expiry").map(Instant::parse));
        } catch (Refusal e) {
            throw new AskException(400, "for: " + e.wrong() + "; " + e.meant());
        } catch (DateTimeException | ArithmeticException e) {
            throw new AskException(400, "expiry: must be a time such as 2026-11-20T10:00:00Z");
        }
    }

    private Answer login(Ask ask) {
        JsonNode said = Json.object(ask.body());
        String cookie = access.login(
                ask, text(said, "user").orElse(""), text(said, "token").orElse(""), clock.millis());
        return Answer.of(Map.of("ok", true)).withCookie(cookie);
    }

    private Answer logout(Ask ask) {
        access.requireOwnPage(ask);
        return Answer.of(Map.of("ok", true)).withCookie(access.logout());
    }

    private static Optional<String> text(JsonNode said, String field) {
        return Optional.ofNullable(said.get(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    private static @Nullable String orNull(JsonNode said, String field) {
        return text(said, field).orElse(null);
    }
}
