package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.Flow;
import io.weir.dashboard.live.Lags;
import io.weir.dashboard.live.Lags.Progress;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.Outside;
import io.weir.dashboard.live.Pulse;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverviewApiTest {
    private static final Instant NOW = Instant.ofEpochMilli(12_000);

    private final AlarmTable alarms = new AlarmTable();
    private final Pulse pulse = new Pulse();
    private final Lags lags = new Lags();
    private Health health = Health.running();

    @Test
    void noProblemsWhileMetricsFlowAndAlarmsAreHandled() throws Exception {
        flow(1_000, 0);
        flow(2_000, 0);
        alarms.onCaughtUp();
        alarm("ACKNOWLEDGED", "MAJOR");
        assertThat(overview()).contains("\"fine\":true", "\"problems\":[]", "\"MAJOR\":1");
    }

    @Test
    void listsProblems() throws Exception {
        flow(1_000, 0);
        flow(2_000, 7);
        alarm("UNACKNOWLEDGED", "MINOR");
        health = Health.waiting("waits for Kafka");
        assertThat(overview())
                .contains(
                        "\"fine\":false",
                        "1 minor alarm is not acknowledged",
                        "refused: 7 in the last minute",
                        "writer: waits for Kafka");
    }

    @Test
    void unloadedAlarmsAreAProblem() throws Exception {
        assertThat(overview()).contains("\"fine\":false", "alarms are not loaded yet", "\"complete\":false");
        alarms.onCaughtUp();
        assertThat(overview()).contains("\"fine\":true", "\"complete\":true");
    }

    @Test
    void missingLinesAreAProblem() throws Exception {
        pulse.take(1_000, new Flow(5, 5, 5, 0, 0, Map.of()));
        pulse.take(2_000, new Flow(5, 5, 5, 0, 0, Map.of()));
        assertThat(overview()).contains("gateways receive no lines");
    }

    @Test
    void neededStageWithoutConsumerIsAProblem() throws Exception {
        alarms.onCaughtUp();
        lags.take(0, Map.of("processing", new Progress(0, 0, true)));
        lags.take(
                5_000,
                Map.of(
                        "processing", new Progress(10, 100, true),
                        "writer", new Progress(5, 5, true),
                        "notifier", new Progress(5, 5, false)));
        assertThat(overview()).contains("\"fine\":true", "{\"stage\":\"processing\",\"records\":90,\"seconds\":4.5,");
        lags.take(10_000, Map.of("processing", new Progress(10, 20, true), "writer", new Progress(5, 5, false)));
        assertThat(overview()).contains("\"text\":\"writer has no consumer\"");
    }

    @Test
    void longLagIsAProblem() throws Exception {
        lags.take(0, Map.of("writer", new Progress(0, 4_000, true)));
        lags.take(10_000, Map.of("writer", new Progress(0, 5_000, true)));
        assertThat(overview()).contains("\"fine\":false", "writer lags by about 50 s");
    }

    private void flow(long millis, long lost) {
        pulse.take(millis, new Flow(millis, millis, millis, 1, 2, lost == 0 ? Map.of() : Map.of("refused", lost)));
    }

    private void alarm(String to, String severity) {
        alarms.onState(
                AlarmJson.readEvent(("{'id':'hot/a','transition':'hot/a#1','rule':'hot','ruleVersion':'v','to':'" + to
                                + "','severity':'" + severity + "','message':'m','guidance':'','tags':{},"
                                + "'eventTime':'2026-11-20T10:00:00.000Z','decisionTime':'2026-11-20T10:00:00.000Z'}")
                        .replace('\'', '"')
                        .getBytes(UTF_8)));
    }

    private String overview() throws Exception {
        OverviewApi api = new OverviewApi(
                pulse, lags, new Inside(), alarms, new LiveHub(1, List.of()), Clock.fixed(NOW, ZoneOffset.UTC));
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(api.endpoints().get("GET /api/overview"));
        return new String(
                endpoint.answer(new ApiRequest("GET", "/api/overview", "127.0.0.1", Map.of(), Map.of(), ""))
                        .body(),
                UTF_8);
    }

    /** A process with one service. */
    private final class Inside implements Outside {
        @Override
        public Optional<Flow> flow() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> lossMeters() {
            return Map.of();
        }

        @Override
        public List<Service> services() {
            return List.of(new Service() {
                @Override
                public String name() {
                    return "writer";
                }

                @Override
                public void start() {}

                @Override
                public Health health() {
                    return health;
                }

                @Override
                public void close() {}
            });
        }
    }
}
