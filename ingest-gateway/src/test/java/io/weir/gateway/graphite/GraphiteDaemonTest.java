package io.weir.gateway.graphite;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Collectd;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the real collectd, which writes to the input as to a Graphite, with the configuration of the page. */
@Tag("long")
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
        String yaml = kind + ": {enabled: true, templates: [{template: hostname.measurement.name*}]}";
        try (OpenedInput input = OpenedInput.open(yaml)) {
            try (Daemon daemon = Collectd.start(folder, conf(protocol, input.port()))) {
                daemon.until(
                        "load",
                        () -> input.has("load,hostname=flp1,name=load_shortterm value=" + FLOAT + " [0-9]{19}"));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
        }
    }

    /** The configuration of the page, for this protocol and port. */
    private static String conf(String protocol, int port) {
        return "Interval 1\nLoadPlugin load\n"
                + new InputPage("graphite")
                        .block("text", "write_graphite")
                        .replace("\"2003\"", "\"" + port + "\"")
                        .replace("\"tcp\"", "\"" + protocol + "\"");
    }
}
