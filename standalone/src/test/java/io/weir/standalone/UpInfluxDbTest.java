package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.RealInfluxDb;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to a real InfluxDB 1.x, through everything that {@code weir up} starts. */
class UpInfluxDbTest {

    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    @Test
    void aDatagramIsStoredAveragedAndAlarmed(@TempDir Path directory) throws Exception {
        UpInstallation weir = new UpInstallation(
                directory,
                "--store=" + INFLUX.server().url(),
                "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath());
        try (WeirProcess process = weir.start()) {
            weir.send("""
                    cpu,hostname=flp1,detector=TPC value=99 1700000000100000000
                    cpu,hostname=flp1,detector=TPC value=97 1700000000200000000
                    this is not line protocol
                    note,hostname=flp1 text="a, b=c \\"d\\"",n=9007199254740993i 1700000000300000000
                    """);

            Eventually.eventually("the values are stored", () -> is("2", "select count(value) from cpu"));
            Eventually.eventually("their average is", () -> is("98", "select value_mean from cpu_1s"));
            assertThat(INFLUX.server().value("select n from note")).isEqualTo("9007199254740993");
            assertThat(INFLUX.server().value("select text from note")).isEqualTo("a, b=c \"d\"");
            weir.awaitIn("alarms.events", "cpu-high/TPC/flp1#1");
            weir.awaitIn("metrics.rejected", "this is not line protocol");
            process.terminate();
            process.awaitExit(Duration.ofSeconds(10));
        }
    }

    private static boolean is(String value, String query) {
        return INFLUX.server().value(query).equals(value);
    }
}
