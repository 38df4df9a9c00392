package io.weir.gateway.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the real Prometheus, which scrapes itself and writes to the input with the configuration of the page. */
class RemoteWriteDaemonTest {
    private static final String FLOAT = "[-+0-9.eE]+";

    private Path folder;

    @BeforeEach
    void find(@TempDir Path directory) {
        folder = directory;
    }

    @Test
    void prometheusWritesItsSamplesAndEndsASeries() throws Exception {
        Path prometheus = Daemon.find("prometheus", "prometheus");
        int own = freePort();
        try (OpenedInput input = OpenedInput.open("remote-write: {enabled: true, port: 0}")) {
            input.acknowledging();
            Path targets = Files.writeString(
                    folder.resolve("targets.json"), "[{\"targets\": [\"127.0.0.1:" + own + "\", \"127.0.0.1:1\"]}]");
            Path config = Files.writeString(folder.resolve("prometheus.yml"), config(input.port(), targets));
            List<String> command = List.of(
                    prometheus.toString(),
                    "--config.file=" + config,
                    "--storage.tsdb.path=" + folder.resolve("data"),
                    "--web.listen-address=127.0.0.1:" + own);
            try (Daemon daemon = Daemon.start(folder, command)) {
                String labels = ",instance=127.0.0.1:" + own + ",job=self value=";
                daemon.until("up", () -> input.has("up" + labels + "1 [0-9]{19}"));
                daemon.until("its own metrics", () -> input.has("prometheus_build_info.* value=1 [0-9]{19}"));
                daemon.until("many metrics", () -> input.lines().size() > 1000);
                assertThat(input.has("go_goroutines" + labels + FLOAT + " [0-9]{19}"))
                        .isTrue();

                // The other target vanishes; its series are marked as stale.
                Files.writeString(targets, "[{\"targets\": [\"127.0.0.1:" + own + "\"]}]");
                daemon.until("the end", () -> input.has("up,instance=127.0.0.1:1,job=self weir:end=true [0-9]{19}"));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
            assertThat(input.counts().rejectedConnections.snapshot()).isEmpty();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String config(int port, Path targets) {
        return """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: self
                    file_sd_configs: [{files: [%s], refresh_interval: 1s}]
                """.formatted(targets)
                + new InputPage("remote-write").block("text", "remote_write:").replace(":9201/", ":" + port + "/");
    }
}
