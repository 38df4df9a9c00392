package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to the embedded QuestDB, through all services of {@code weir up}. */
class UpQuestDbTest {

    private final int storePort = FreePorts.next();

    @Test
    void aDatagramIsStoredAveragedAndAlarmedAndClears(@TempDir Path directory) throws Exception {
        UpInstallation weir = new UpInstallation(
                directory,
                "--store-port=" + storePort,
                "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath());
        try (WeirProcess process = weir.start()) {
            weir.send("cpu,hostname=flp1,detector=TPC value=99 1700000000100000000");
            weir.send("cpu,hostname=flp1,detector=TPC value=97 1700000000200000000");
            weir.awaitIn("alarms.events", "cpu-high/TPC/flp1#1");
            weir.send("cpu,hostname=flp1,detector=TPC value=5 1700000001200000000");

            Eventually.eventually("the values are stored", () -> count("cpu").contains("[[3]]"));
            Eventually.eventually("their averages are", () -> count("cpu_1s").contains("[[2]]"));
            assertThat(ask("select value from cpu where hostname = 'flp1'").body())
                    .contains("[[99.0],[97.0],[5.0]]");
            // A browser on behalf of a foreign page, and a client that does not report an origin.
            assertThat(ask("drop table cpu", "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            assertThat(ask("drop table cpu").statusCode()).isEqualTo(403);
            assertThat(count("cpu")).contains("[[3]]");
            weir.awaitIn("alarms.events", "cpu-high/TPC/flp1#2");
            weir.awaitIn("alarms.state", "\"severity\":\"OK\"");
            process.terminate();
            process.awaitExit();
        }
    }

    private String count(String table) {
        return ask("select count() from " + table).body();
    }

    private HttpResponse<String> ask(String query, String... headers) {
        return LocalHttp.query(storePort, query, headers);
    }
}
