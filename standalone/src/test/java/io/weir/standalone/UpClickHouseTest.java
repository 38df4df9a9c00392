package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to a real ClickHouse, and back by PromQL, through all services of {@code weir up}. */
@Tag("long")
class UpClickHouseTest {

    @Test
    void valuesThatAreStoredAreFoundInPromql(@TempDir Path directory) throws Exception {
        try (ServerProcess server = ClickHouseServers.debian()) {
            Path rules = Files.writeString(directory.resolve("rules.yaml"), """
                    version: 1
                    storage: {tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]}
                    """);
            UpInstallation weir = new UpInstallation(
                            directory, "--store=clickhouse://weir@" + server.address() + "/metrics", "--rules=" + rules)
                    .with("WEIR_STORE_TOKEN", "secret");
            try (WeirProcess process = weir.start()) {
                weir.send("cpu,hostname=flp1,detector=TPC value=99 1700000000100000000");
                eventually("the value is known in PromQL", () -> weir.page("/api/v1/query?query=cpu&time=1700000001")
                        .contains("\"hostname\":\"flp1\"},\"value\":[1700000001,\"99\"]}"));
                // A time before raw is read from the tier of the rules, which this old server cannot have.
                assertThat(weir.page("/api/v1/query?query=cpu&time=1700000001"))
                        .contains("\"warnings\":[\"the store has no tier m5");
                assertThat(weir.page("/api/v1/label/hostname/values")).contains("[\"flp1\"]");
                assertThat(weir.page("/api/history?q=cpu%20value&from=1699999999000&to=1700000009000"))
                        .contains("\"points\":[[1700000000000,99.0]]");
                process.terminate();
                process.awaitExit();
            }
        }
    }
}
