package io.weir.standalone.probe;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.testing.Daemon;
import io.weir.standalone.LocalHttp;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.RealInfluxDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The probe of this host with Debian's InfluxDB and Prometheus. */
class RealReceiversTest {
    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** The database is created later than the probe starts, as on a new site. */
    @Test
    void influxDbStoresTheRounds() {
        String database = INFLUX.server().database();
        try (ProbeService probe = probe("format: influx, to: 'http://"
                + INFLUX.server().address() + "/write?db=" + database + "', hostname: flp1")) {
            probe.start();
            eventually(
                    "rounds wait",
                    () -> meters.get("weir.probe.waiting.bytes").gauge().value() > 0);
            assertThat(count("weir.probe.lines")).isZero();
            INFLUX.server().series("CREATE DATABASE \"" + database + "\"");

            eventually("the memory of this host is stored", () -> INFLUX.server()
                    .value("SELECT last(total) FROM mem WHERE hostname = 'flp1'")
                    .equals(Long.toString(memory())));
            eventually("they are counted", () -> count("weir.probe.lines") > 0);
            assertThat(count("weir.probe.lost")).isZero();
        }
    }

    @Test
    void prometheusScrapesThePage(@TempDir Path folder) throws IOException, InterruptedException {
        Path prometheus = Daemon.find("prometheus", "prometheus");
        int page = FreePorts.next();
        int server = FreePorts.next();
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 200ms}
                scrape_configs:
                  - job_name: probe
                    authorization: {credentials: secret}
                    static_configs: [{targets: ['127.0.0.1:%d']}]
                """.formatted(page));
        Path token = Files.writeString(folder.resolve("token"), "secret\n");
        try (ProbeService probe = probe("format: prometheus, listen: '127.0.0.1:" + page + "', token-file: '" + token
                        + "', hostname: flp1");
                Daemon scraping = Daemon.start(
                        folder,
                        List.of(
                                prometheus.toString(),
                                "--config.file=" + config,
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + server))) {
            probe.start();
            scraping.until("the memory of this host is there", () -> result(server, "mem_total{hostname=\"flp1\"}")
                    .equals(Long.toString(memory())));
            assertThat(result(server, "up")).isEqualTo("1");
            assertThat(type(server, "swap_in")).isEqualTo("counter");
            assertThat(type(server, "mem_total")).isEqualTo("gauge");
            assertThat(LocalHttp.get(page, "/metrics").statusCode()).isEqualTo(401);
            assertThat(LocalHttp.get(page, "/health/ready").body()).contains("shown at http://127.0.0.1:" + page);
        }
    }

    private ProbeService probe(String settings) {
        ProbeConfig config = YamlSource.text("probe.yaml", "{interval: 500ms, " + settings + "}")
                .read(ProbeConfig::read);
        return new ProbeService(config, () -> HostAndPort.GATEWAY, meters);
    }

    private static long memory() {
        return Host.find().hardware().getMemory().getTotal();
    }

    private double count(String meter) {
        return Objects.requireNonNull(meters.find(meter).counter()).count();
    }

    /** The value of an expression, or empty. */
    private static String result(int server, String expression) {
        String query = "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        return json(server, query)
                .path("data")
                .path("result")
                .path(0)
                .path("value")
                .path(1)
                .asText();
    }

    private static String type(int server, String metric) {
        return json(server, "/api/v1/metadata?metric=" + metric)
                .path("data")
                .path(metric)
                .path(0)
                .path("type")
                .asText();
    }

    /** The answer; empty while Prometheus does not listen, or answers 503 because it starts. */
    private static JsonNode json(int server, String path) {
        try {
            HttpResponse<String> answer = LocalHttp.get(server, path);
            return answer.statusCode() == 503
                    ? new ObjectMapper().createObjectNode()
                    : new ObjectMapper().readTree(answer.body());
        } catch (CompletionException notThereYet) {
            return new ObjectMapper().createObjectNode();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
