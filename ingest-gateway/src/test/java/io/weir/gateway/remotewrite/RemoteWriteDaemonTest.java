package io.weir.gateway.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the real Prometheus and vmagent, which scrape themselves and write to the input as the page says. */
@Tag("long")
class RemoteWriteDaemonTest {
    private static final String INPUT = "remote-write: {enabled: true, port: 0}";
    private static final String FLOAT = "[-+0-9.eE]+";

    private Path folder;

    @BeforeEach
    void find(@TempDir Path directory) {
        folder = directory;
    }

    @Test
    void prometheusWritesItsSamplesAndEndsASeries() throws Exception {
        Path program = Daemon.find("prometheus", "prometheus");
        int own = FreePort.next();
        try (OpenedInput input = OpenedInput.open(INPUT)) {
            Path config = config(own, remoteWrite(input.port()));
            writesItsSamplesAndEndsASeries(
                    input,
                    own,
                    List.of(
                            program.toString(),
                            "--config.file=" + config,
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + own));
        }
    }

    @Test
    void vmagentWritesItsSamplesAndEndsASeries() throws Exception {
        Path program = Daemon.find("vmagent", "victoria-metrics");
        int own = FreePort.next();
        try (OpenedInput input = OpenedInput.open(INPUT)) {
            writesItsSamplesAndEndsASeries(
                    input,
                    own,
                    List.of(
                            program.toString(),
                            "-promscrape.config=" + config(own, ""),
                            "-promscrape.fileSDCheckInterval=1s",
                            "-remoteWrite.url=http://127.0.0.1:" + input.port() + "/api/v1/write",
                            "-remoteWrite.tmpDataPath=" + folder.resolve("data"),
                            "-httpListenAddr=127.0.0.1:" + own));
        }
    }

    private void writesItsSamplesAndEndsASeries(OpenedInput input, int own, List<String> command) throws Exception {
        input.acknowledging();
        try (Daemon daemon = Daemon.start(folder, command)) {
            String labels = ",instance=127.0.0.1:" + own + ",job=self value=";
            daemon.until("up", () -> input.has("up" + labels + "1 [0-9]{19}"));
            daemon.until("many metrics", () -> input.lines().size() > 1000);
            assertThat(input.has("go_goroutines" + labels + FLOAT + " [0-9]{19}"))
                    .isTrue();

            // The other target vanishes; its series are marked as stale.
            targets("127.0.0.1:" + own);
            daemon.until("the end", () -> input.has("up,instance=127.0.0.1:1,job=self weir:end=true [0-9]{19}"));
        }
        assertThat(input.counts().rejected.snapshot()).isEmpty();
        assertThat(input.counts().rejectedConnections.snapshot()).isEmpty();
    }

    /** Writes the configuration of a program on this port, which scrapes itself, and a target that never answers. */
    private Path config(int own, String remoteWrite) throws IOException {
        Path targets = targets("127.0.0.1:" + own, "127.0.0.1:1");
        return Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: self
                    file_sd_configs: [{files: [%s]}]
                """.formatted(targets) + remoteWrite);
    }

    private Path targets(String... targets) throws IOException {
        String quoted = Stream.of(targets).map(each -> '"' + each + '"').collect(Collectors.joining(","));
        return Files.writeString(folder.resolve("targets.json"), "[{\"targets\": [" + quoted + "]}]");
    }

    /** The configuration of the page, for this port. */
    private static String remoteWrite(int port) {
        return new InputPage("remote-write").block("text", "remote_write:").replace(":9201/", ":" + port + "/");
    }
}
