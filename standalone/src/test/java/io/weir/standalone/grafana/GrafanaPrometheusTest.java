package io.weir.standalone.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.standalone.Eventually;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.grafana.Dashboard.Question;
import io.weir.writer.testing.RealInfluxDb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The API of {@code weir up} answers the requests that Grafana sends for its data source of the type Prometheus: for
 * the settings of the data source, for the editor of queries, for variables, and for each panel of the dashboard in
 * PromQL. Each panel gets the series of the lines that were sent, with their last values.
 *
 * <p>No Grafana runs. The requests are those that its public source describes: the files that {@link PrometheusSource}
 * and {@link Shown} name, and of github.com/grafana/grafana also {@code pkg/promlib/healthcheck.go} at commit
 * 03930ff804ae, {@code pkg/promlib/heuristics.go} at commit 0c2c8040437d, and in
 * {@code packages/grafana-prometheus/src} (version 12.2.0-pre) {@code metric_find_query.ts} at commits 0a2110951d33,
 * with ranges in seconds, and 9483bef2c446, with ranges in minutes and a limit, and {@code resource_clients.ts} at
 * commit 039aaf2ce0e4.
 */
@Tag("long")
class GrafanaPrometheusTest {
    private static final List<String> HOSTS = List.of("flp1", "flp2.cern");
    private static final Map<String, String> LIMIT = Map.of("limit", "40000");
    private static final int ROUNDS = 31;
    private static final long ROUND_SECONDS = 10;

    /** What each panel shows of all hosts: labels and last values of the series of all its queries. */
    private static final Map<String, List<String>> OF_ALL = Map.ofEntries(
            Map.entry("Hosts", List.of("{} 2.0")),
            Map.entry("Fullest disk", List.of("{} 52.0")),
            Map.entry("Least memory available", List.of("{} 40.0")),
            Map.entry("Processors", List.of("{} 30.0", "{} 40.0")),
            Map.entry("Memory", List.of("{} 45.0", "{} 60.0")),
            Map.entry("Network, all hosts together", List.of("{} 3000.0", "{} 1500.0")),
            Map.entry("Disks, all hosts together", List.of("{} 300.0", "{} 600.0")),
            Map.entry("Busiest hosts", List.of("{hostname=flp2.cern} 40.0", "{hostname=flp1} 20.0")),
            Map.entry("Fullest disks", List.of("{hostname=flp2.cern, path=/} 52.0", "{hostname=flp1, path=/} 51.0")),
            Map.entry("Highest load", List.of("{hostname=flp2.cern} 2.0", "{hostname=flp1} 1.0")));

    private static final Map<String, List<String>> OF_ONE = Map.ofEntries(
            Map.entry("Hosts", List.of("{} 1.0")),
            Map.entry("Fullest disk", List.of("{} 52.0")),
            Map.entry("Least memory available", List.of("{} 40.0")),
            Map.entry("Processors", List.of("{} 40.0", "{} 40.0")),
            Map.entry("Memory", List.of("{} 60.0", "{} 60.0")),
            Map.entry("Network, all hosts together", List.of("{} 2000.0", "{} 1000.0")),
            Map.entry("Disks, all hosts together", List.of("{} 200.0", "{} 400.0")),
            Map.entry("Busiest hosts", List.of("{hostname=flp2.cern} 40.0")),
            Map.entry("Fullest disks", List.of("{hostname=flp2.cern, path=/} 52.0")),
            Map.entry("Highest load", List.of("{hostname=flp2.cern} 2.0")));

    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    private final Dashboard dashboard =
            Dashboard.of(PrometheusSource.provisioned().uid()).get(0);
    private final Instant last =
            Instant.ofEpochSecond(Math.floorDiv(Instant.now().getEpochSecond(), ROUND_SECONDS) * ROUND_SECONDS);
    /** Grafana shows ranges that end at any millisecond. */
    private final Instant end = last.plusMillis(123);
    /** The range of the dashboard's file: 1.8 s for each of 1000 pixels, and at least 10 s. */
    private final Shown halfAnHour = new Shown(end.minus(Duration.ofMinutes(30)), end, Duration.ofSeconds(10));
    /** Grafana rounds the 86.4 s of each of 1000 pixels to one minute. */
    private final Shown day = new Shown(end.minus(Duration.ofDays(1)), end, Duration.ofMinutes(1));

    @Test
    void theEmbeddedStoreAnswersEveryRequest(@TempDir Path directory) throws Exception {
        everyRequestIsAnswered(new UpInstallation(directory));
    }

    @Test
    void influxDbAnswersEveryRequest(@TempDir Path directory) throws Exception {
        everyRequestIsAnswered(
                new UpInstallation(directory, "--store=" + INFLUX.server().url()));
    }

    private void everyRequestIsAnswered(UpInstallation weir) throws Exception {
        try (WeirProcess process = weir.start()) {
            send(weir);
            PrometheusSource source = PrometheusSource.provisioned().at(weir.pagePort());
            Map<String, List<String>> ofAll = new TreeMap<>(OF_ALL);
            Eventually.eventually("the last values of all panels are stored", () -> values(source, halfAnHour, ".+")
                    .equals(ofAll));
            assertThat(values(source, day, ".+")).isEqualTo(ofAll);
            assertThat(values(source, halfAnHour, Shown.chosen(HOSTS))).isEqualTo(ofAll);
            assertThat(values(source, halfAnHour, Shown.chosen(HOSTS.subList(1, 2))))
                    .isEqualTo(new TreeMap<>(OF_ONE));
            theVariableHasBothHosts(source);
            theSettingsAreAccepted(source);
            theEditorIsAnswered(source);
            process.terminate();
        }
    }

    /**
     * Sends five minutes of a probe's metrics of two hosts; the second has the larger values. The hosts get a tag meanwhile,
     * and are no other hosts then.
     */
    private void send(UpInstallation weir) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            long second = last.getEpochSecond() - (ROUNDS - 1 - round) * ROUND_SECONDS;
            StringBuilder lines = new StringBuilder();
            for (int i = 1; i <= HOSTS.size(); i++) {
                String host = ",hostname=" + HOSTS.get(i - 1);
                long seconds = 1_000 + round * ROUND_SECONDS;
                for (String line : List.of(
                        "cpu,cpu=cpu-total" + host + " usage_active=" + 20 * i,
                        "cpu,cpu=cpu0" + host + " usage_active=100",
                        "mem" + host + " used_percent=" + 30 * i + ",available_percent=" + (100 - 30 * i),
                        "system" + host + (round < ROUNDS / 2 ? "" : ",detector=TPC") + " load1=" + i,
                        "disk,path=/,mode=rw" + host + " used_percent=" + (50 + i),
                        "disk,path=/cd,mode=ro" + host + " used_percent=100",
                        "net,interface=eth0" + host + " bytes_recv=" + seconds * i * 1000 + "i,bytes_sent="
                                + seconds * i * 500 + 'i',
                        "diskio,name=sda" + host + " read_bytes=" + seconds * i * 100 + "i,write_bytes="
                                + seconds * i * 200 + 'i')) {
                    lines.append(line).append(' ').append(second).append("000000000\n");
                }
            }
            weir.send(lines.toString());
        }
    }

    /** The series of each panel, with their last values. */
    private Map<String, List<String>> values(PrometheusSource source, Shown shown, String hosts) {
        Map<String, List<String>> values = new TreeMap<>();
        for (Question question : dashboard.questions()) {
            String query = shown.filled(question, source, Map.of("hostname", hosts));
            JsonNode data = question.isInstant()
                    ? source.post("query", shown.instant(query))
                    : source.post("query_range", shown.range(query));
            assertThat(data.path("resultType").asText())
                    .as(question.toString())
                    .isEqualTo(question.isInstant() ? "vector" : "matrix");
            data.path("result").forEach(series -> values.computeIfAbsent(question.of(), unseen -> new ArrayList<>())
                    .add(lastValue(series, question, shown)));
        }
        return values;
    }

    private String lastValue(JsonNode series, Question question, Shown shown) {
        Map<String, String> labels = new TreeMap<>();
        series.path("metric")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        JsonNode values = series.path("values");
        JsonNode value = question.isInstant() ? series.path("value") : values.path(values.size() - 1);
        double second = question.isInstant()
                ? end.toEpochMilli() / 1_000.0
                : Double.parseDouble(shown.range("").get("end"));
        boolean isLast = value.path(0).asDouble() == second;
        double rounded = Math.round(value.path(1).asDouble() * 1_000) / 1_000.0;
        return labels + (isLast ? " " : " old: ") + rounded;
    }

    private void theVariableHasBothHosts(PrometheusSource source) {
        assertThat(dashboard.variables())
                .containsExactly(Map.entry("hostname", "label_values(system_load1, hostname)"));
        Map<String, String> selector = Map.of("match[]", "system_load1");

        assertThat(texts(source.get("label/hostname/values", all(selector, halfAnHour.list()))))
                .isEqualTo(HOSTS);
        assertThat(texts(source.get("label/hostname/values", all(LIMIT, selector, halfAnHour.listOfMinutes()))))
                .isEqualTo(HOSTS);
        assertThat(texts(source.get("label/hostname/values", all(LIMIT, halfAnHour.listOfMinutes()))))
                .isEqualTo(HOSTS);
    }

    /** Save & test, and what Grafana asks when it loads the data source. */
    private void theSettingsAreAccepted(PrometheusSource source) {
        JsonNode two = source.post("query", Map.of("query", "1+1", "time", "4"));
        assertThat(two.path("resultType").asText()).isEqualTo("scalar");
        assertThat(two.path("result").path(1).asText()).isEqualTo("2");
        // Longer than a query of Weir may take.
        assertThat(source.post("query", Map.of("query", "1+1", "time", "4", "timeout", "60s")))
                .isEqualTo(two);
        JsonNode build = source.get("status/buildinfo", Map.of());
        assertThat(build.path("version").asText()).isEqualTo("2.42.0");
        // With features, it would be a Mimir.
        assertThat(build.has("features")).isFalse();
        assertThat(source.get("rules", Map.of()).path("groups").isArray()).isTrue();
        // These two times are in milliseconds.
        JsonNode available = source.post(
                "query_exemplars",
                Map.of(
                        "query", "test",
                        "start", Long.toString(end.toEpochMilli() - 1_800_000),
                        "end", Long.toString(end.toEpochMilli())));
        assertThat(available.isArray()).isTrue();
    }

    private void theEditorIsAnswered(PrometheusSource source) {
        Map<String, String> range = halfAnHour.listOfMinutes();
        Map<String, String> everything = Map.of("match[]", "{__name__!=\"\"}");

        assertThat(source.get("metadata", Map.of()).isObject()).isTrue();
        assertThat(source.get("metadata", LIMIT).isObject()).isTrue();
        assertThat(texts(source.get("label/__name__/values", all(LIMIT, range))))
                .contains("cpu_usage_active", "system_load1");
        assertThat(texts(source.get(
                        "label/__name__/values",
                        all(LIMIT, range, Map.of("match[]", "{__name__=~\"system_load.*\"}")))))
                .containsExactly("system_load1");
        assertThat(texts(source.post("labels", all(LIMIT, range)))).contains("__name__", "hostname", "path");
        assertThat(texts(source.post("labels", all(range, Map.of("match[]", "system_load1")))))
                .containsExactly("__name__", "detector", "hostname");
        assertThat(source.post("series", all(LIMIT, halfAnHour.list(), everything)))
                .hasSizeGreaterThan(HOSTS.size());
        assertThat(source.post("series", all(halfAnHour.list(), Map.of("match[]", "system_load1"))))
                .hasSize(2 * HOSTS.size());
        for (Question question : dashboard.questions()) {
            String query = halfAnHour.filled(question, source, Map.of("hostname", ".+"));
            assertThat(source.post("query_exemplars", halfAnHour.exemplars(query)))
                    .as(question.toString())
                    .isEmpty();
        }
    }

    @SafeVarargs
    private static Map<String, String> all(Map<String, String>... parameters) {
        Map<String, String> all = new HashMap<>();
        for (Map<String, String> each : parameters) {
            all.putAll(each);
        }
        return all;
    }

    private static List<String> texts(JsonNode list) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> list.path(i).asText())
                .toList();
    }
}
