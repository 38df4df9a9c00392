package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.InfluxDbProcess;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers of a real InfluxDB 1.x with limits or users; each test has its own server. */
class InfluxDb1AnswersTest {
    private static final long T = 1_700_000_000_000_000_001L;

    @Test
    void rejectsOnlyLinesBeyondTheServersLimits() {
        Map<String, String> limits =
                Map.of("INFLUXDB_DATA_MAX_SERIES_PER_DATABASE", "25", "INFLUXDB_DATA_MAX_VALUES_PER_TAG", "10");
        try (InfluxDbProcess influxDb = InfluxDbProcess.start(limits);
                Parcel parcel = new Parcel(influxDb.url())) {
            assertThat(parcel.deliver(lines("tagged", 30))).isTrue();
            // The server counts values between writes, and accepts more than ten within one.
            int values = Integer.parseInt(influxDb.value("SELECT count(value) FROM tagged"));
            assertThat(parcel.rejectedLines()).hasSize(30 - values).isNotEmpty();
            assertThat(parcel.rejected).allMatch(line -> line.reason().contains("max-values-per-tag limit exceeded"));
            parcel.rejected.clear();
            IntStream.range(0, 30).forEach(i -> parcel.deliver("m" + i + " value=1 " + T));

            assertThat(parcel.rejectedLines()).hasSize(30 - (25 - values));
            assertThat(parcel.rejected)
                    .allMatch(line -> line.reason().contains("max-series-per-database limit exceeded"));
            assertThat(influxDb.series("SHOW SERIES").path("values")).hasSize(25);
        }
    }

    @Test
    void splitsABatchThatIsTooLargeForTheServer() {
        try (InfluxDbProcess influxDb = InfluxDbProcess.start(Map.of("INFLUXDB_HTTP_MAX_BODY_SIZE", "2000"));
                Parcel parcel = new Parcel(influxDb.url())) {
            assertThat(parcel.deliver(lines("large", 1000))).isTrue();
            double writes = parcel.registry.get("weir.writer.write").timer().count();
            assertThat(parcel.deliver(lines("again", 1000))).isTrue();

            assertThat(parcel.rejected).isEmpty();
            assertThat(influxDb.value("SELECT count(value) FROM large")).isEqualTo("1000");
            assertThat(influxDb.value("SELECT count(value) FROM again")).isEqualTo("1000");
            assertThat(parcel.registry.get("weir.writer.write").timer().count() - writes)
                    .as("writes once the limit is known, for 27 kB")
                    .isLessThan(40);
        }
    }

    @Test
    void waitsForRightsAndNeedsOnlyWritePermission() {
        try (InfluxDbProcess influxDb = InfluxDbProcess.start(Map.of("INFLUXDB_HTTP_AUTH_ENABLED", "true"))) {
            influxDb.series("CREATE USER admin WITH PASSWORD 'secret' WITH ALL PRIVILEGES");
            String asAdmin = "/query?u=admin&p=secret&q=";
            assertThat(influxDb.does(asAdmin + "CREATE+DATABASE+metrics")).isTrue();
            assertThat(influxDb.does(asAdmin + "CREATE+USER+w+WITH+PASSWORD+'w'"))
                    .isTrue();
            try (Parcel none = new Parcel(influxDb.url());
                    Parcel wrong = new Parcel(influxDb.url("w"), Optional.of("x"));
                    Parcel forbidden = new Parcel(influxDb.url("w"), Optional.of("w"));
                    Parcel missing = new Parcel(influxDb.url("w").replace("/metrics", "/other"), Optional.of("w"))) {
                assertThat(none.trouble()).contains("HTTP 401").contains("influxdb1://USER@HOST");
                assertThat(wrong.trouble())
                        .contains("HTTP 401: authorization failed")
                        .contains("user 'w'");
                assertThat(forbidden.trouble()).contains("HTTP 403").contains("GRANT WRITE ON \"metrics\" TO \"w\"");

                assertThat(influxDb.does(asAdmin + "GRANT+WRITE+ON+metrics+TO+w"))
                        .isTrue();

                assertThat(forbidden.deliver("users value=1 " + T)).isTrue();
                assertThat(missing.trouble()).contains("HTTP 404").contains("create it");
            }
        }
    }

    private static String lines(String measurement, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> measurement + ",h=" + i + " value=1 " + (T + i))
                .collect(Collectors.joining("\n"));
    }
}
