package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The path of one datagram through all services of {@code weir up} into an InfluxDB. */
final class OneDatagram {
    /** The rules of this test. */
    static final String RULES =
            "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath();

    private OneDatagram() {}

    /**
     * Starts Weir, sends the datagram, and ends Weir when all results have arrived.
     *
     * @param value the last cell of the first row of an InfluxQL query's result
     * @param inPromql a part of the answer to the last value in PromQL
     */
    static void isStoredAveragedAndAlarmed(UpInstallation weir, UnaryOperator<String> value, String inPromql)
            throws Exception {
        try (WeirProcess process = weir.start()) {
            weir.send("""
                    cpu,hostname=flp1,detector=TPC value=99 1700000000100000000
                    cpu,hostname=flp1,detector=TPC value=97 1700000000200000000
                    this is not line protocol
                    note,hostname=flp1 text="a, b=c \\"d\\"",n=9007199254740993i 1700000000300000000
                    """);

            eventually("the values are stored", () -> value.apply("select count(value) from cpu")
                    .equals("2"));
            eventually("their average is", () -> value.apply("select value_mean from cpu_1s")
                    .equals("98"));
            assertThat(value.apply("select n from note")).isEqualTo("9007199254740993");
            assertThat(value.apply("select text from note")).isEqualTo("a, b=c \"d\"");
            assertThat(weir.page("/api/history?q=cpu,hostname=flp*%20value&from=1699999999000&to=1700000009000"))
                    .contains("\"hostname\":\"flp1\"", "[[1700000000000,98.0]]");
            assertThat(weir.page("/api/v1/query?query=cpu&time=1700000001")).contains(inPromql);
            weir.awaitIn("alarms.events", "cpu-high/TPC/flp1#1");
            weir.awaitIn("metrics.rejected", "this is not line protocol");
            process.terminate();
            process.awaitExit();
        }
    }
}
