package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Source;
import io.weir.contract.service.BoundHost;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Commander;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.Who;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommandApiTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final List<AlarmCommand> sent = new ArrayList<>();
    private final CommandApi api = new CommandApi(
            this::ask,
            new LocalAccess(Optional.empty(), Optional.empty(), BoundHost.of("127.0.0.1"), false, "otto"),
            Clock.fixed(NOW, ZoneOffset.UTC));

    /** Executes the first command, refuses the second, and does not answer others. */
    private List<CommandReply> ask(List<AlarmCommand> commands) {
        sent.addAll(commands);
        return IntStream.range(0, Math.min(2, commands.size()))
                .mapToObj(i -> new CommandReply(
                        commands.get(i).id(),
                        "otto",
                        i == 0 ? Outcome.DONE : Outcome.OUT_OF_ORDER,
                        1 - i,
                        i == 0 ? null : "it was raised",
                        NOW,
                        new Source("alarms.commands", 0, i)))
                .toList();
    }

    @Test
    void eachAlarmGetsACommandWithItsTransition() throws Exception {
        String answer = post("""
                {"operation": "SHELVE", "transitions": ["hot/a#3", "hot/b#1", "hot/c#7"], "reason": "fans", "for": "30m"}""");

        assertThat(sent)
                .extracting(AlarmCommand::transition, AlarmCommand::alarm, AlarmCommand::subtree)
                .containsExactly(
                        tuple("hot/a#3", "hot/a", null),
                        tuple("hot/b#1", "hot/b", null),
                        tuple("hot/c#7", "hot/c", null));
        assertThat(sent).allSatisfy(command -> {
            assertThat(command.operation()).isEqualTo(Operation.SHELVE);
            assertThat(command.user()).isEqualTo("otto");
            assertThat(command.reason()).isEqualTo("fans");
            assertThat(command.expiry()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
        });
        assertThat(sent.stream().map(AlarmCommand::id)).doesNotHaveDuplicates();
        assertThat(answer)
                .contains("\"done\":1", "\"unanswered\":1")
                .contains("{\"alarm\":\"hot/b\",\"outcome\":\"OUT_OF_ORDER\",\"reason\":\"it was raised\"}");
    }

    @Test
    void commandWithoutTransitionsIsRefused() {
        refuses("{\"operation\": \"ACKNOWLEDGE\"}", "transitions: name the last transitions");
        refuses("{\"operation\": \"ACKNOWLEDGE\", \"alarm\": \"hot/a\"}", "transitions: name");
        refuses("{\"operation\": \"ACKNOWLEDGE\", \"subtree\": \"hot\"}", "transitions: name");
        refuses("{\"operation\": \"ACKNOWLEDGE\", \"transitions\": []}", "transitions: name");
        refuses("{\"operation\": \"ACKNOWLEDGE\", \"transitions\": [\"hot/a\"]}", "transition: must be");
        refuses("{\"operation\": \"ACKNOWLEDGE\", \"transitions\": [\"hot/a#1\", 7]}", "transition: must be");
        refuses("{\"operation\": \"SING\", \"transitions\": [\"hot/a#1\"]}", "operation: must be");
        assertThat(sent).isEmpty();
    }

    @Test
    void requestHasABoundedNumberOfAlarms() throws Exception {
        assertThat(post(acknowledge(CommandApi.MOST_ALARMS))).contains("\"done\":1");
        assertThat(sent).hasSize(CommandApi.MOST_ALARMS);
        refuses(acknowledge(CommandApi.MOST_ALARMS + 1), "of 1 to " + CommandApi.MOST_ALARMS);
    }

    @Test
    void alarmsOutsideTheUsersTreeAreRefusedEach() throws Exception {
        Access ofTpc = new AccessToTree("tpc");
        CommandApi limited = new CommandApi(this::ask, ofTpc, Clock.fixed(NOW, ZoneOffset.UTC));
        String answer = post(limited, """
                {"operation": "ACKNOWLEDGE", "transitions": ["hot/its/a#1", "hot/tpc/b#2", "hot/its/c#3"]}""");

        assertThat(sent).extracting(AlarmCommand::alarm).containsExactly("hot/tpc/b");
        assertThat(answer)
                .contains("\"done\":1", "\"unanswered\":0")
                .contains("{\"alarm\":\"hot/its/a\",\"outcome\":\"FORBIDDEN\",\"reason\":\"your groups may not")
                .contains("{\"alarm\":\"hot/its/c\",\"outcome\":\"FORBIDDEN\"");
    }

    /** Permits commands to alarms with this segment only. */
    private record AccessToTree(String segment) implements Access {
        @Override
        public Who who(ApiRequest request, long nowMillis) {
            return new Who("anna", "command", true);
        }

        @Override
        public void requireReader(ApiRequest request, long nowMillis) {}

        @Override
        public Commander commander(ApiRequest request, Optional<String> named, long nowMillis) {
            return new Commander("anna", alarm -> alarm.contains("/" + segment + "/"));
        }

        @Override
        public boolean isForThisHost(ApiRequest request) {
            return true;
        }
    }

    private static String acknowledge(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"hot/" + i + "#1\"")
                .collect(joining(",", "{\"operation\": \"ACKNOWLEDGE\", \"transitions\": [", "]}"));
    }

    private void refuses(String body, String why) {
        assertThatThrownBy(() -> post(body))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(400))
                .hasMessageContaining(why);
    }

    private String post(String body) throws Exception {
        return post(api, body);
    }

    private static String post(CommandApi api, String body) throws Exception {
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(api.endpoints().get("POST /api/alarms/command"));
        ApiRequest request =
                new ApiRequest("POST", "/api/alarms/command", "127.0.0.1", Map.of(), Map.of("x-weir", "1"), body);
        return new String(endpoint.answer(request).body(), UTF_8);
    }
}
