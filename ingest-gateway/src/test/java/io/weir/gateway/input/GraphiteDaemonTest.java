package io.weir.gateway.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the real collectd, which writes to the input as to a Graphite, with the configuration of the page. */
class GraphiteDaemonTest {
    private static final String FLOAT = "[-+0-9.e]+";

    private Path folder;

    @BeforeEach
    void find(@TempDir Path directory) {
        folder = directory;
    }

    @ParameterizedTest
    @CsvSource({"graphite, tcp", "graphite-udp, udp"})
    void collectdSendsItsValues(String kind, String protocol) throws Exception {
        Path collectd = Daemon.find("collectd", "collectd-core");
        String yaml = kind + ": {enabled: true, templates: [{template: hostname.measurement.name*}]}";
        try (OpenedInput input = OpenedInput.open(yaml)) {
            try (Daemon daemon = collectd(collectd, protocol, input.port())) {
                daemon.until(
                        "load",
                        () -> input.has("load,hostname=flp1,name=load_shortterm value=" + FLOAT + " [0-9]{19}"));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
        }
    }

    private Daemon collectd(Path collectd, String protocol, int port) throws IOException {
        String conf = new InputPage("graphite")
                .blocks("text").stream()
                        .filter(block -> block.contains("write_graphite"))
                        .findFirst()
                        .orElseThrow()
                        .replace("\"2003\"", "\"" + port + "\"")
                        .replace("\"tcp\"", "\"" + protocol + "\"");
        Path file = folder.resolve("collectd.conf");
        Files.writeString(file, """
                Hostname "flp1"
                FQDNLookup false
                Interval 1
                BaseDir "%1$s"
                PIDFile "%1$s/collectd.pid"
                LoadPlugin logfile
                <Plugin logfile>
                  File STDERR
                </Plugin>
                LoadPlugin load
                %2$s""".formatted(folder, conf));
        return Daemon.start(folder, List.of(collectd.toString(), "-f", "-C", file.toString()));
    }
}
