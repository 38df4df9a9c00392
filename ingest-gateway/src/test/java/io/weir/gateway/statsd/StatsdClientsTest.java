package io.weir.gateway.statsd;

import static org.assertj.core.api.Assertions.assertThat;

import com.timgroup.statsd.NonBlockingStatsDClientBuilder;
import com.timgroup.statsd.StatsDClient;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.OpenedInput;
import io.weir.gateway.testing.Python;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unmodified clients send to the inputs for StatsD: Python's {@code statsd}, and Datadog's for Java. */
class StatsdClientsTest {
    private static final String[] OF_DATADOG = {
        "logins,site=cern count=3",
        "disk_free,site=cern value=320",
        "query_time,db=runs,fast=true,site=cern ms=12,events=1",
        "packet_size,site=cern value=512.5,events=1",
        "packet_size,site=cern value=7,events=1",
        "users,site=cern member=\"anna\"",
    };

    @ParameterizedTest
    @CsvSource({"statsd, StatsClient", "statsd-tcp, TCPStatsClient"})
    void pythonsClientSendsItsSamples(String kind, String client) throws Exception {
        Python.require("statsd", "python3-statsd");
        try (OpenedInput input = OpenedInput.open(kind + ": {enabled: true, port: 0, signed-gauges: change}")) {
            Python.run("""
                    import statsd
                    c = statsd.%s('127.0.0.1', %d, prefix='reco')
                    c.incr('logins', 3)
                    c.decr('logins')
                    c.gauge('disk.free', 320)
                    c.gauge('cold', -5)
                    c.gauge('jobs', 5, delta=True)
                    c.gauge('jobs', -2, delta=True)
                    c.timing('query.time', 12.5)
                    c.set('users', 'anna')
                    p = c.pipeline()
                    for i in range(500): p.incr('many')
                    p.send()
                    """.formatted(client, input.port()));
            OneInput.await("all samples", () -> input.lines().size() >= 509);
            assertThat(values(input).filter(line -> line.equals("reco_many count=1")))
                    .hasSize(500);
            assertThat(values(input).filter(line -> !line.startsWith("reco_many")))
                    .containsExactlyInAnyOrder(
                            "reco_logins count=3",
                            "reco_logins count=-1",
                            "reco_disk_free value=320,weir:change=false",
                            "reco_cold value=0,weir:change=false",
                            "reco_cold value=-5,weir:change=true",
                            "reco_jobs value=5,weir:change=true",
                            "reco_jobs value=-2,weir:change=true",
                            "reco_query_time ms=12.500000,events=1",
                            "reco_users member=\"anna\"");
            assertThat(input.counts().rejected.snapshot()).isEmpty();
        }
    }

    @Test
    void datadogsClientSendsItsSamplesInDatagrams() throws Exception {
        try (OpenedInput input = OpenedInput.open("statsd: {enabled: true, port: 0}");
                StatsDClient client =
                        datadog().hostname("127.0.0.1").port(input.port()).build()) {
            sendsItsSamples(client, input);
        }
    }

    @Test
    void datadogsClientSendsItsSamplesThroughAUnixSocket(@TempDir Path directory) throws Exception {
        Path path = directory.resolve("s");
        try (OpenedInput input = OpenedInput.open("statsd-unix: {enabled: true, path: " + path + "}");
                StatsDClient client = datadog().address("unixgram://" + path).build()) {
            sendsItsSamples(client, input);
        }
    }

    private static NonBlockingStatsDClientBuilder datadog() {
        return new NonBlockingStatsDClientBuilder()
                .constantTags("site:cern")
                .enableAggregation(false)
                .enableTelemetry(false)
                .originDetectionEnabled(false);
    }

    private static void sendsItsSamples(StatsDClient client, OpenedInput input) throws Exception {
        client.count("logins", 3);
        client.gauge("disk.free", 320);
        client.recordExecutionTime("query.time", 12, "db:runs", "fast");
        client.recordHistogramValue("packet.size", 512.5);
        client.recordDistributionValue("packet.size", 7);
        client.recordSetValue("users", "anna");
        OneInput.await("all samples", () -> input.lines().size() >= OF_DATADOG.length);
        assertThat(values(input)).containsExactlyInAnyOrder(OF_DATADOG);
        assertThat(input.counts().rejected.snapshot()).isEmpty();
    }

    /** The lines without their timestamps. */
    private static Stream<String> values(OpenedInput input) {
        return input.lines().stream().map(line -> line.replaceFirst(" \\d{19}$", ""));
    }
}
