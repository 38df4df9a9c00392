package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to an archive, and back by queries, late rules and the page, without a database. */
@Tag("long")
class UpArchiveTest {

    @Test
    void archivedValuesAreFound(@TempDir Path directory) throws Exception {
        Path rules = Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                late:
                  - name: archived
                    query: 'max_over_time(cpu[20000d]) > 98'
                    every: 1s
                    path: [hostname]
                    severity: minor
                """);
        UpInstallation weir = new UpInstallation(
                directory, "--store=archive:" + directory.resolve("archive") + "?every=1s", "--rules=" + rules);
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1,detector=TPC value=99,state=\"ok\" 1700000000100000000");
            eventually("the value is known in PromQL", () -> weir.page("/api/v1/query?query=cpu&time=1700000001")
                    .contains("\"hostname\":\"flp1\"},\"value\":[1700000001,\"99\"]}"));
            assertThat(weir.page("/api/v1/label/hostname/values")).contains("[\"flp1\"]");
            assertThat(weir.page("/api/v1/values?series=cpu_state&from=1700000000&to=1700000001"))
                    .contains("\"time\":\"2023-11-14T22:13:20.100Z\",\"type\":\"text\",\"value\":\"ok\"");
            assertThat(weir.page("/api/history?q=cpu%20value&from=1699999999000&to=1700000009000"))
                    .contains("\"points\":[[1700000000000,99.0]]");
            eventually("the late rule raises an alarm", () -> weir.page("/api/v1/alerts")
                    .contains("archived/flp1"));
            process.terminate();
            process.awaitExit();
        }
    }
}
