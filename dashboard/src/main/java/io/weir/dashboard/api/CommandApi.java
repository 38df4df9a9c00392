package io.weir.dashboard.api;

import static java.util.stream.Collectors.partitioningBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Commander;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.live.CommandDesk;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint for operators' commands. Each command names the transitions that the operator saw and
 * becomes one {@link AlarmCommand} for each of them. Alarming refuses the command for an alarm that
 * has changed since.
 */
public final class CommandApi {
    /** Limit of alarms per request; the page splits larger commands. */
    static final int MOST_ALARMS = 500;

    private static final String FORBIDDEN =
            "your groups may not send commands to this part of the alarm tree (dashboard.oidc.operate)";

    /** Limit of concurrent requests; each occupies a thread and a consumer while it waits. */
    private static final int AT_ONCE = 8;

    private final CommandDesk desk;
    private final Access access;
    private final Clock clock;
    private final Semaphore asking = new Semaphore(AT_ONCE);

    /** @param clock for the time of commands */
    public CommandApi(CommandDesk desk, Access access, Clock clock) {
        this.desk = desk;
        this.access = access;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("POST /api/alarms/command", (Endpoint.Once) this::command);
    }

    private Answer command(ApiRequest request) {
        JsonNode json = Json.object(request.body());
        Commander commander = access.commander(request, text(json, "user"), clock.millis());
        Map<Boolean, List<AlarmCommand>> byRight = commands(json, commander.name()).stream()
                .collect(partitioningBy(
                        command -> commander.mayCommand().test(command.target().path())));
        List<AlarmCommand> commands = Objects.requireNonNull(byRight.get(true));
        List<AlarmCommand> forbidden = Objects.requireNonNull(byRight.get(false));
        if (!asking.tryAcquire()) {
            throw new ApiException(503, "too many concurrent commands; try again in a moment");
        }
        try {
            return Answer.of(outcome(commands, commands.isEmpty() ? List.of() : desk.ask(commands), forbidden));
        } catch (StartException e) {
            throw new ApiException(504, String.valueOf(e.getMessage()));
        } finally {
            asking.release();
        }
    }

    private List<AlarmCommand> commands(JsonNode json, String user) {
        JsonNode transitions = json.path("transitions");
        if (!transitions.isArray() || transitions.isEmpty() || transitions.size() > MOST_ALARMS) {
            throw new ApiException(
                    400,
                    "transitions: name the last transitions that you saw of 1 to " + MOST_ALARMS
                            + " alarms, such as [\"cpu-high/flp1#42\"]");
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<AlarmCommand> commands = new ArrayList<>();
        transitions.forEach(transition -> commands.add(command(json, transition.asText(), user, now)));
        return commands;
    }

    private static AlarmCommand command(JsonNode json, String transition, String user, Instant now) {
        int end = transition.lastIndexOf('#');
        try {
            return new AlarmCommand(
                    UUID.randomUUID().toString(),
                    now,
                    user,
                    operation(text(json, "operation").orElse("")),
                    end < 0 ? transition : transition.substring(0, end),
                    null,
                    null,
                    text(json, "reason").orElse(null),
                    expiry(json, now).orElse(null),
                    transition);
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()));
        }
    }

    private static Operation operation(String text) {
        try {
            return Operation.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "operation: must be one of " + List.of(Operation.values()));
        }
    }

    private static Optional<Instant> expiry(JsonNode json, Instant now) {
        try {
            return text(json, "for")
                    .map(time -> now.plus(Durations.parse(time)))
                    .or(() -> text(json, "expiry").map(Instant::parse));
        } catch (Refusal e) {
            throw new ApiException(400, "for: " + e.wrong() + "; " + e.meant());
        } catch (DateTimeException | ArithmeticException e) {
            throw new ApiException(400, "expiry: must be a time such as 2026-11-20T10:00:00Z");
        }
    }

    private static Map<String, Object> outcome(
            List<AlarmCommand> commands, List<CommandReply> replies, List<AlarmCommand> forbidden) {
        Map<String, AlarmCommand> byId = new LinkedHashMap<>();
        commands.forEach(command -> byId.put(command.id(), command));
        int done = 0;
        List<Map<String, @Nullable Object>> refused = new ArrayList<>();
        for (CommandReply reply : replies) {
            AlarmCommand command = byId.remove(Objects.requireNonNullElse(reply.command(), ""));
            if (command == null) {
                continue;
            }
            if (reply.outcome() == Outcome.DONE) {
                done++;
            } else {
                refused.add(refusal(command, reply.outcome().name(), reply.reason()));
            }
        }
        forbidden.forEach(command -> refused.add(refusal(command, "FORBIDDEN", FORBIDDEN)));
        return Map.of("done", done, "refused", refused, "unanswered", byId.size());
    }

    private static Map<String, @Nullable Object> refusal(
            AlarmCommand command, String outcome, @Nullable String reason) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("alarm", command.alarm());
        one.put("outcome", outcome);
        one.put("reason", reason);
        return one;
    }

    private static Optional<String> text(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }
}
