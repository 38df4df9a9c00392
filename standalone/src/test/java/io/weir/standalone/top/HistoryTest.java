package io.weir.standalone.top;

import static io.weir.standalone.top.Snapshots.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.contract.service.Health;
import io.weir.standalone.top.PortAnswer.NoService;
import io.weir.standalone.top.PortAnswer.Services;
import io.weir.standalone.top.ServiceRow.State;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final DashboardAnswer NO_DASHBOARD = new DashboardAnswer.Failure("nothing listens there");
    private static final String PAGE = """
            weir_gateway_lines_total{input="udp"} %d
            weir_gateway_acknowledged_total{input="udp"} %d
            weir_gateway_rejected_total{input="udp",reason="missing-fields"} %d
            weir_writer_lines_stored_total{target="main"} %d
            weir_writer_lines_stored_total{target="archive"} %d
            """;

    private final History history = new History(targets(false, 9400, 9401));

    @Test
    void theFirstRoundHasNoRates() {
        Snapshot first = history.next(round(0, gateway(0, PAGE.formatted(10, 10, 1, 0, 0))));

        assertThat(first.services())
                .allMatch(row -> row.in().isEmpty() && row.out().isEmpty());
        assertThat(first.losses())
                .containsExactly(new LossRow("refused udp missing-fields", OptionalDouble.empty(), 1));
    }

    @Test
    void ratesAreThoseSinceTheRoundBefore() {
        history.next(round(0, gateway(0, PAGE.formatted(10, 10, 1, 5, 0))));
        Snapshot second = history.next(round(2, gateway(2, PAGE.formatted(30, 26, 5, 25, 10))));

        assertThat(second.services())
                .extracting(ServiceRow::name, ServiceRow::state, ServiceRow::in, ServiceRow::out)
                .containsExactly(
                        tuple("gateway", State.READY, OptionalDouble.of(10), OptionalDouble.of(8)),
                        tuple("writer", State.READY, OptionalDouble.empty(), OptionalDouble.of(10)),
                        tuple("writer-archive", State.PART, OptionalDouble.empty(), OptionalDouble.of(5)));
        assertThat(second.losses()).containsExactly(new LossRow("refused udp missing-fields", OptionalDouble.of(2), 5));
    }

    @Test
    void theLatencyIsThatSinceTheRoundBefore() {
        String page = """
                weir_writer_latency_seconds_bucket{from="receipt",target="main",le="0.1"} %d
                weir_writer_latency_seconds_bucket{from="receipt",target="main",le="0.25"} %d
                weir_writer_latency_seconds_bucket{from="receipt",target="main",le="+Inf"} %d
                weir_writer_latency_seconds_bucket{from="event",target="main",le="+Inf"} %d
                weir_writer_latency_seconds_bucket{from="receipt",target="main",le="of another program"} 1
                """;
        assertThat(writer(0, page.formatted(50, 60, 60, 60))).isEqualTo("running");
        assertThat(writer(1, page.formatted(100, 160, 160, 999))).isEqualTo("running; latency p50 100 p99 250 ms");
        assertThat(writer(2, page.formatted(100, 160, 160, 9999))).isEqualTo("running");
        assertThat(writer(3, page.formatted(100, 160, 161, 9999)))
                .isEqualTo("running; latency p50 over 250 p99 over 250 ms");
    }

    private String writer(int seconds, String page) {
        return history.next(round(seconds, gateway(seconds, page)))
                .services()
                .get(1)
                .detail();
    }

    @Test
    void afterAMissedRoundRatesAreSinceTheLastAnswer() {
        history.next(round(0, gateway(0, PAGE.formatted(0, 0, 0, 0, 0))));
        history.next(round(2, new NoService(9400, true, "no answer in time")));
        Snapshot third = history.next(round(4, gateway(4, PAGE.formatted(40, 0, 0, 0, 0))));

        assertThat(third.services().get(0).in()).hasValue(10);
    }

    @Test
    void aServiceThatAnsweredAndIsAwayStays() {
        PortAnswer nothing = new NoService(9401, false, "nothing listens there");
        Services processing =
                new Services(9401, Map.of("processing", Health.running()), Optional.empty(), "no answer in time");

        assertThat(history.next(round(0, nothing)).services()).isEmpty();
        Snapshot answered = history.next(round(2, processing));
        assertThat(answered.notes()).containsExactly("port 9401 has no rates: no answer in time");
        Snapshot away = history.next(round(7, nothing));

        assertThat(away.services())
                .extracting(ServiceRow::name, ServiceRow::state, ServiceRow::detail)
                .containsExactly(tuple("processing", State.AWAY, "nothing listens there; answered 5 s ago"));
        assertThat(away.services().get(0).isTrouble()).isTrue();
    }

    @Test
    void namedPortsAndForeignProgramsAlwaysShow() {
        PortAnswer foreign = new NoService(9401, true, "another program answers, with HTTP status 404");
        assertThat(history.next(round(0, foreign)).services())
                .extracting(ServiceRow::name, ServiceRow::state)
                .containsExactly(tuple("-", State.AWAY));

        History named = new History(targets(true, 7));
        assertThat(named.next(round(0, new NoService(7, false, "nothing listens there")))
                        .services())
                .hasSize(1);
    }

    @Test
    void readinessIsThatOfEachService() {
        Map<String, Health> health = new LinkedHashMap<>();
        health.put("gateway", Health.running("2 inputs"));
        health.put("notifier", Health.off());
        health.put("processing", Health.waiting("running out of patience"));
        health.put("writer", Health.dead("store questdb://x: refused"));

        Snapshot snapshot =
                history.next(round(0, new Services(9400, health, Optional.of(PortMeters.parse("", 0)), "")));

        assertThat(snapshot.services())
                .extracting(ServiceRow::name, ServiceRow::state)
                .containsExactly(
                        tuple("gateway", State.READY),
                        tuple("processing", State.NOT_READY),
                        tuple("writer", State.DEAD));
        assertThat(history.next(round(2, new NoService(9400, false, "nothing listens there")))
                        .services())
                .extracting(ServiceRow::name)
                .as("a service that is off does not become away")
                .containsExactly("gateway", "processing", "writer");
    }

    @Test
    void whatIsLostIsAddedOverAllPorts() {
        String page = "weir_processing_late_total{rule=\"r\"} %d\nweir_streams_records_skipped_total 0\n";
        history.next(round(0, gateway(0, page.formatted(1)), processing(0, page.formatted(5))));
        Snapshot snapshot = history.next(round(1, gateway(1, page.formatted(3)), processing(1, page.formatted(5))));

        assertThat(snapshot.losses()).containsExactly(new LossRow("late for their window r", OptionalDouble.of(2), 8));
    }

    @Test
    void lagsOfOtherMachinesAndPartsHaveRows() {
        StageLag gateway = lag("gateway-kafka", true);
        StageLag processing = lag("processing", true);
        StageLag alarming = lag("alarming", true);
        StageLag writer = lag("writer", false);
        DashboardAnswer view =
                new DashboardAnswer.View(List.of(alarming, gateway, processing, writer), List.of(), List.of(), "");

        Snapshot snapshot = history.next(new Round(NOW, List.of(gateway(0, ""), processing(0, "")), view));

        assertThat(snapshot.services())
                .extracting(ServiceRow::name, ServiceRow::state, ServiceRow::lag)
                .containsExactly(
                        tuple("gateway", State.READY, Optional.empty()),
                        tuple("writer", State.READY, Optional.of(writer)),
                        tuple("processing", State.READY, Optional.of(processing)),
                        tuple("alarming", State.ELSEWHERE, Optional.of(alarming)),
                        tuple("gateway-kafka", State.PART, Optional.of(gateway)));

        Snapshot alone = new History(targets(false, 9400)).next(new Round(NOW, List.of(), view));
        assertThat(alone.isAnswered()).isTrue();
        assertThat(alone.services())
                .filteredOn(row -> row.name().equals("writer"))
                .extracting(ServiceRow::state)
                .containsExactly(State.NO_CONSUMER);
    }

    @Test
    void nothingThatAnswersIsSaid() {
        Snapshot snapshot = history.next(round(0, new NoService(9400, false, "nothing listens there")));

        assertThat(snapshot.isAnswered()).isFalse();
        assertThat(snapshot.notes())
                .containsExactly("no service answers on 127.0.0.1 at 9400, 9401: start one (weir --help), or name the"
                        + " port of its meters: weir top PORT");
    }

    private static StageLag lag(String stage, boolean hasConsumer) {
        return new StageLag(stage, 5, OptionalDouble.of(0.1), hasConsumer);
    }

    private static Services gateway(int seconds, String page) {
        Map<String, Health> health = new LinkedHashMap<>();
        health.put("gateway", Health.running());
        health.put("writer", Health.running());
        return new Services(9400, health, Optional.of(PortMeters.parse(page, TimeUnit.SECONDS.toNanos(seconds))), "");
    }

    private static Services processing(int seconds, String page) {
        return new Services(
                9401,
                Map.of("processing", Health.running()),
                Optional.of(PortMeters.parse(page, TimeUnit.SECONDS.toNanos(seconds))),
                "");
    }

    private static Round round(int seconds, PortAnswer... answers) {
        Instant time = NOW.plusSeconds(seconds);
        return new Round(time, List.of(answers), NO_DASHBOARD);
    }

    private static Targets targets(boolean areNamed, Integer... ports) {
        return new Targets(
                "127.0.0.1", List.of(ports), areNamed, Optional.empty(), URI.create("http://127.0.0.1:8080"));
    }
}
