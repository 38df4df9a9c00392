package io.weir.gateway.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scrapes the real node exporter and the real Prometheus, which scrapes them, too. */
class ScrapeDaemonTest {
    /** Prometheus writes all series that Weir scrapes, and no other, whether both scrape text or protobuf. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSeriesAreThoseThatPrometheusHas(boolean areNative, @TempDir Path folder) throws Exception {
        String keys = areNative ? "scrape-native-histograms: true, " : "";
        Path node = Daemon.find("prometheus-node-exporter", "prometheus-node-exporter");
        Path prometheus = Daemon.find("prometheus", "prometheus");
        String exporter = "127.0.0.1:" + FreePort.next();
        String server = "127.0.0.1:" + FreePort.next();
        try (OpenedInput written = OpenedInput.open("remote-write: {enabled: true, port: 0}");
                // Other tests mount file systems, which one of the two scrapers may miss.
                Daemon exporting = Daemon.start(
                        folder,
                        List.of(
                                node.toString(),
                                "--web.listen-address=" + exporter,
                                "--no-collector.filesystem",
                                "--no-collector.diskstats"));
                Daemon scraping = Daemon.start(
                        folder,
                        List.of(
                                prometheus.toString(),
                                areNative ? "--enable-feature=native-histograms" : "--log.level=info",
                                "--config.file=" + config(folder, exporter, server, written.port()),
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=" + server));
                OpenedInput scraped =
                        OpenedInput.open("scrape: {enabled: true, shared: false, scrape-interval: 1s, jobs: ["
                                + "{" + keys + "job-name: node, static: [{targets: ['" + exporter
                                + "'], labels: {rack: A1}}]},"
                                + "{" + keys + "job-name: prometheus, static: [{targets: ['" + server + "']}]}]}")) {
            written.acknowledging();
            exporting.until("the exporter is scraped", () -> scraped.has("up,.*job=node.* value=1 .*"));
            scraping.until("Prometheus is scraped", () -> scraped.has("up,.*job=prometheus.* value=1 .*"));
            scraping.until("all series arrive", () -> series(written, "node").equals(series(scraped, "node")));
            scraping.until("all buckets arrive", () -> buckets(written).equals(buckets(scraped)));
            assertThat(series(scraped, "node")).hasSizeGreaterThan(300);
            assertThat(series(scraped, "prometheus"))
                    .hasSizeGreaterThan(300)
                    .anyMatch(text -> text.matches("prometheus_http_request_duration_seconds_bucket,.*,le=0.1"));
            assertThat(scraped.counts().rejected.snapshot()).isEmpty();
        }
    }

    @Test
    void theMetersOfWeirAreScraped() {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        meters.counter("weir.gateway.lines", "input", "udp").increment(3);
        try (MetersServer server =
                        MetersServer.start(new HttpSettings("127.0.0.1", 0, Optional.empty()), meters, List.of());
                OpenedInput scraped = OpenedInput.open("scrape: {enabled: true, shared: false, scrape-interval: 200ms,"
                        + " jobs: [{job-name: weir, static: [{targets: ['127.0.0.1:" + server.port() + "']}]}]}")) {
            String line = "weir_gateway_lines_total,input=udp,instance=127.0.0.1:" + server.port()
                    + ",job=weir value=3(\\.0)? [0-9]{19}";
            OneInput.await(line, () -> scraped.has(line));
            assertThat(scraped.counts().rejected.total()).isZero();
        }
    }

    /** The series of a job that have a value, as measurement and tags. */
    private static Set<String> series(OpenedInput input, String job) {
        return input.lines().stream()
                .filter(line -> line.contains(",job=" + job) && line.contains(" value="))
                .map(line -> line.substring(0, line.indexOf(" value=")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> buckets(OpenedInput input) {
        return series(input, "prometheus").stream()
                .filter(text -> text.contains(",le="))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Path config(Path folder, String exporter, String server, int port) throws IOException {
        return Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: node
                    static_configs: [{targets: ['%s'], labels: {rack: A1}}]
                  - job_name: prometheus
                    static_configs: [{targets: ['%s']}]
                remote_write: [{url: 'http://127.0.0.1:%d/api/v1/write'}]
                """.formatted(exporter, server, port));
    }
}
