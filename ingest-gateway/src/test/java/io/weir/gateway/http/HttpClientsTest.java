package io.weir.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.exceptions.InfluxException;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.influx.InfluxApiVersion;
import io.micrometer.influx.InfluxConfig;
import io.micrometer.influx.InfluxMeterRegistry;
import io.weir.gateway.intake.OneInput;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBException;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Unmodified clients of farms. Telegraf has a separate test. */
class HttpClientsTest {
    private final OneInput input = new OneInput("http").acknowledging();
    private final HttpInput http =
            new HttpInputRig().tokens("joe:pass", "secret").openFor(input);
    private final String url = "http://127.0.0.1:" + http.port().orElseThrow();

    @AfterEach
    void close() {
        http.close();
        input.close();
    }

    @Test
    void theClientForInflux1Writes() {
        try (InfluxDB client = InfluxDBFactory.connect(url, "joe", "pass")) {
            assertThat(client.ping().isGood()).isTrue();
            client.query(new Query("CREATE DATABASE \"metrics\""));
            client.enableGzip();
            client.write(
                    "metrics",
                    "autogen",
                    InfluxDB.ConsistencyLevel.ONE,
                    TimeUnit.MILLISECONDS,
                    "cpu,host=a v=1 1700000000000");
            assertThatThrownBy(() -> client.write(
                            "metrics",
                            "autogen",
                            InfluxDB.ConsistencyLevel.ONE,
                            TimeUnit.SECONDS,
                            List.of("cpu v=2 1700000000", "cpu v=x")))
                    .isInstanceOfSatisfying(InfluxDBException.class, refused -> assertThat(refused.isRetryWorth())
                            .as("sending bad lines again")
                            .isFalse())
                    .hasMessageContaining("line 2 column 7");
        }
        assertThat(input.lines())
                .containsExactlyInAnyOrder("cpu,host=a v=1 1700000000000000000", "cpu v=2 1700000000000000000");
    }

    @Test
    void theClientForInflux2Writes() {
        try (InfluxDBClient client = InfluxDBClientFactory.create(url, "secret".toCharArray(), "org", "bucket")) {
            assertThat(client.ping()).isTrue();
            client.enableGzip();
            client.getWriteApiBlocking().writeRecord(WritePrecision.S, "cpu,host=a v=1 1700000000");
            assertThatThrownBy(() -> client.getWriteApiBlocking()
                            .writeRecords(WritePrecision.NS, List.of("cpu v=2 1700000000000000000", "cpu v=x")))
                    .isInstanceOfSatisfying(InfluxException.class, refused -> assertThat(refused.status())
                            .isEqualTo(400))
                    .hasMessageContaining("line 2 column 7");
        }
        assertThat(input.lines())
                .containsExactlyInAnyOrder("cpu,host=a v=1 1700000000000000000", "cpu v=2 1700000000000000000");
    }

    @Test
    void clientWithoutTokenGetsAnError() {
        try (InfluxDBClient client = InfluxDBClientFactory.create(url, "wrong".toCharArray(), "org", "bucket")) {
            assertThatThrownBy(() -> client.getWriteApiBlocking().writeRecord(WritePrecision.S, "cpu v=1 1"))
                    .isInstanceOfSatisfying(InfluxException.class, refused -> assertThat(refused.status())
                            .isEqualTo(401));
        }
        assertThat(input.lines()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(InfluxApiVersion.class)
    void micrometerWrites(InfluxApiVersion version) {
        Map<String, String> settings = Map.of(
                "influx.uri", url,
                "influx.apiVersion", version.name(),
                "influx.db", "metrics",
                "influx.org", "org",
                "influx.bucket", "bucket",
                "influx.token", "secret",
                "influx.userName", "joe",
                "influx.password", "pass",
                "influx.step", "1h");
        InfluxMeterRegistry registry = new InfluxMeterRegistry(setting(settings, version), Clock.SYSTEM);
        // A gauge of a number would forget it at the next garbage collection.
        Gauge.builder("room.temperature", () -> 21.5).register(registry);
        registry.close(); // Publishes its metrics.
        assertThat(input.lines())
                .anyMatch(line -> line.matches("room_temperature,metric_type=gauge value=21.5 \\d{13}000000"));
    }

    /** With a token, Micrometer assumes the 2.x interface by default. */
    private static InfluxConfig setting(Map<String, String> settings, InfluxApiVersion version) {
        return key -> version == InfluxApiVersion.V1 && key.equals("influx.token") ? null : settings.get(key);
    }
}
