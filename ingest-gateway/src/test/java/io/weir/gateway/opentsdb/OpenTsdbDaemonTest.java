package io.weir.gateway.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Collectd;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the real collectd, which writes to the input as to OpenTSDB, with the configuration of the page. */
class OpenTsdbDaemonTest {
    @Test
    void collectdSendsItsValues(@TempDir Path folder) throws Exception {
        try (OpenedInput input = OpenedInput.open("opentsdb: {enabled: true, host: 127.0.0.1, port: 0}")) {
            try (Daemon daemon = Collectd.start(folder, conf(input.port()))) {
                daemon.until(
                        "load",
                        () -> input.has("load_load_shortterm,fqdn=flp1,site=cern value=[-+0-9.e]+ [0-9]{10}0{9}"));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
        }
    }

    /** The configuration of the page, for this port. */
    private static String conf(int port) {
        return "Interval 1\nLoadPlugin load\n"
                + new InputPage("opentsdb").block("text", "write_tsdb").replace("\"4242\"", "\"" + port + "\"");
    }
}
