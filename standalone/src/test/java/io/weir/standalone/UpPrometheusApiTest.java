package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a datagram to a real store with the API of Prometheus, and back by PromQL and on the page,
 * through {@code weir up}.
 */
@Tag("long")
class UpPrometheusApiTest {
    @TempDir
    Path directory = Path.of("");

    /** The dashboard has the credentials of the writer. */
    @Test
    void victoriaMetricsIsQueried() throws Exception {
        try (ServerProcess server = ServerProcess.victoriaMetrics(
                "-retentionPeriod=100y", "-httpAuth.username=weir", "-httpAuth.password=secret")) {
            findsWhatItStores("victoriametrics://weir@" + server.address(), "cpu_value");
        }
    }

    @Test
    void prometheusIsQueried() throws Exception {
        try (ServerProcess server = ServerProcess.prometheus("{}")) {
            findsWhatItStores("remotewrite://" + server.address(), "cpu");
        }
    }

    private void findsWhatItStores(String store, String metric) throws IOException, InterruptedException {
        UpInstallation weir = new UpInstallation(directory, "--store=" + store).with("WEIR_STORE_TOKEN", "secret");
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1,detector=TPC value=99 1700000000100000000");
            eventually("the value is known in PromQL", () -> weir.page("/api/v1/query?time=1700000001&query=" + metric)
                    .contains("\"hostname\":\"flp1\"},\"value\":[1700000001,\"99\"]}"));
            assertThat(weir.page("/api/v1/label/hostname/values?start=1700000000&end=1700000001"))
                    .contains("[\"flp1\"]");
            assertThat(weir.page("/api/history?q=cpu&from=1700000000000&to=1700000060000&points=60&last=1"))
                    .contains("\"field\":\"value\",\"points\":[[1700000000000,99.0]]")
                    .contains("\"millis\":1700000000100,\"value\":99.0")
                    .contains("\"capped\":false");
            assertThat(weir.page("/api/v1/values?series=cpu&from=1700000000"))
                    .contains("raw values are read from a QuestDB, an InfluxDB 1.x, a ClickHouse, an OpenSearch");
            process.terminate();
            process.awaitExit();
        }
    }
}
