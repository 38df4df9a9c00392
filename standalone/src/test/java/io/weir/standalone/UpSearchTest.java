package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.SearchServers;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to a real OpenSearch, and back, through all services of {@code weir up}. */
@Tag("long")
class UpSearchTest {

    @Test
    void valuesThatAreStoredAreFound(@TempDir Path directory) throws Exception {
        try (ServerProcess server = SearchServers.openSearch()) {
            UpInstallation weir =
                    new UpInstallation(directory, "--store=opensearch://" + server.address() + "/metrics");
            try (WeirProcess process = weir.start()) {
                weir.send("cpu,hostname=flp1,detector=TPC value=99,state=\"busy\" 1700000000100000000");
                eventually("the value is known in PromQL", () -> weir.page("/api/v1/query?query=cpu&time=1700000001")
                        .contains("\"hostname\":\"flp1\"},\"value\":[1700000001,\"99\"]}"));
                assertThat(weir.page("/api/v1/label/hostname/values")).contains("[\"flp1\"]");
                assertThat(weir.page("/api/v1/values?series=cpu_state&from=1699999999&to=1700000009"))
                        .contains("\"type\":\"text\",\"value\":\"busy\"", "\"complete\":true,\"values\":1");
                assertThat(weir.page("/api/history?q=cpu&from=1699999999000&to=1700000009000&last=1"))
                        .contains("\"points\":[[1700000000000,99.0]]", "[1700000000000,\"busy\"]")
                        .contains("\"millis\":1700000000100,\"value\":99.0");
                process.terminate();
                process.awaitExit();
            }
        }
    }
}
