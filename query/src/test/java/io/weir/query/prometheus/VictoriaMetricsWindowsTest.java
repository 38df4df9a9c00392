package io.weir.query.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.WindowQuery;
import io.weir.query.store.StatementLog;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A real VictoriaMetrics. */
class VictoriaMetricsWindowsTest extends PrometheusWindowsContract {
    private static final Duration PLENTY = Duration.ofMinutes(5);
    private static final long TIME = 1_600_000_000_000L;
    private static final long HOUR = 3_600_000;

    private final ServerProcess server = ServerProcess.victoriaMetrics("-retentionPeriod=100y");

    @Override
    ServerProcess server() {
        return server;
    }

    @Override
    PrometheusWindows store(String http, Supplier<KnownMeasurements> measurements) {
        return PrometheusWindows.ofVictoriaMetrics(http, Map.of(), measurements);
    }

    @Override
    String url() {
        return "victoriametrics://" + server.address();
    }

    @Override
    void flush() {
        server.get("/internal/force_flush");
    }

    private static WindowQuery query(String measurements) {
        return new WindowQuery(
                List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, measurements)),
                TIME - HOUR,
                TIME + 30 * HOUR,
                WindowQuery.ALL_TYPES,
                100,
                100_000);
    }

    /** The metric {@code room_temp} is the field {@code temp}, also if there is a measurement of this name. */
    @Test
    void measurementWithTheNameOfAnotherFieldHasItsOwnHistory() {
        write("room,host=h1 temp=1 " + TIME + "000000\nroom_temp,host=h1 value=2 " + TIME + "000000\n");
        WindowsBySeries windows = new WindowsBySeries();
        boolean isWhole = store(Set.of("room", "room_temp")).readWindows(query("room.*"), HOUR, PLENTY, windows);
        long start = TIME / HOUR * HOUR;
        assertThat(windows.bySeries)
                .containsOnly(
                        Map.entry("room{host=h1}temp", new TreeMap<>(Map.of(start, 1.0))),
                        Map.entry("room_temp{host=h1}value", new TreeMap<>(Map.of(start, 2.0))));
        assertThat(isWhole).isTrue();
    }

    /** The store counts infinite values, too. */
    @Test
    void lastValueIsTheLastFiniteOne() {
        StringBuilder text = new StringBuilder();
        text.append("gauge_load{host=\"h1\"} 1 ").append(TIME).append('\n');
        for (int minute = 1; minute <= 20; minute++) {
            text.append("gauge_load{host=\"h1\"} +Inf ")
                    .append(TIME + 60_000L * minute)
                    .append('\n');
        }
        text.append("gauge_load{host=\"h2\"} 3 ").append(TIME + 20 * 60_000L).append('\n');
        server().post("/api/v1/import/prometheus", text.toString());
        flush();
        List<String> last = new ArrayList<>();
        store(Set.of())
                .readLast(
                        query("gauge"),
                        PLENTY,
                        (measurement, tags, field, value, at, period) ->
                                last.add(tags.get("host") + " " + value + " at " + (at - TIME)));
        assertThat(last).containsExactlyInAnyOrder("h1 1.0 at 0", "h2 3.0 at 1200000");
    }

    /** Of hosts that send each ten seconds, say, the last values are in many short bins. */
    @Test
    void lastValuesNearEachOtherNeedFewRequests() throws IOException {
        Map<String, Double> written = new TreeMap<>();
        StringBuilder lines = new StringBuilder();
        for (int host = 0; host < 40; host++) {
            long at = TIME - 2_500L * host;
            lines.append("many,host=h").append(host).append(" load=").append(host);
            lines.append(' ').append(at).append("000000\n");
            written.put("h" + host + " at " + at, (double) host);
        }
        write(lines.toString());
        try (StatementLog log = new StatementLog("http://" + server.address())) {
            Map<String, Double> last = new TreeMap<>();
            store(log.http(), () -> new KnownMeasurements(Set.of(), List.of()))
                    .readLast(
                            query("many"),
                            PLENTY,
                            (measurement, tags, field, value, at, period) ->
                                    last.put(tags.get("host") + " at " + at, value));
            assertThat(last).isEqualTo(written);
            assertThat(log.statements()).hasSizeLessThan(12);
        }
    }
}
