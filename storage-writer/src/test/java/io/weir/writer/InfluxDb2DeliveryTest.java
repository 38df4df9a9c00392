package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.testing.RealInfluxDb2;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Delivers lines to a real InfluxDB 2.x. Each test has its own measurements. */
class InfluxDb2DeliveryTest implements InfluxDbDeliveries {
    @RegisterExtension
    static final RealInfluxDb2 INFLUXDB = new RealInfluxDb2();

    private Parcel parcel;

    @BeforeEach
    void openClient() {
        parcel = new Parcel(
                INFLUXDB.server().url(), Optional.of(INFLUXDB.server().token()));
    }

    @AfterEach
    void closeClient() {
        parcel.close();
    }

    @Override
    public Parcel parcel() {
        return parcel;
    }

    @Override
    public Parcel suffixing(String measurements) {
        return Parcel.suffixing(
                INFLUXDB.server().url(), Optional.of(INFLUXDB.server().token()), measurements);
    }

    @Override
    public JsonNode series(String query) {
        return INFLUXDB.server().series(query);
    }

    @Override
    public String value(String query) {
        return INFLUXDB.server().value(query);
    }

    @Test
    void unsignedIntegersAreStored() {
        assertThat(parcel.deliver("unsigned value=18446744073709551615u " + T)).isTrue();

        assertThat(parcel.rejected).isEmpty();
        assertThat(INFLUXDB.server().series("SELECT value FROM unsigned").toString())
                .contains("18446744073709551615");
    }

    @Test
    void droppedBucketIsMadeAnew() {
        parcel.deliver("dropped value=1 " + T);
        INFLUXDB.server().drop(INFLUXDB.server().bucket());

        assertThat(parcel.deliver("dropped value=2 " + (T + 1))).isTrue();

        assertThat(INFLUXDB.server().value("SELECT count(value) FROM dropped")).isEqualTo("1");
        assertThat(parcel.counted("weir.writer.retries")).isEqualTo(1);
    }

    @Test
    void writeOnlyTokenWaitsForAMissingBucket() {
        parcel.deliver("limited value=1 " + T);
        String limited = INFLUXDB.server().writerOf(INFLUXDB.server().bucket());
        try (Parcel allowed = new Parcel(INFLUXDB.server().url(), Optional.of(limited));
                Parcel missing = new Parcel(INFLUXDB.server().url("weir_test_missing"), Optional.of(limited))) {
            assertThat(allowed.deliver("limited value=2 " + (T + 1))).isTrue();

            assertThat(missing.trouble()).contains("influx bucket create").contains("weir_test_missing");
        }
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM limited")).isEqualTo("2");
    }

    @Test
    void reportsTheMissingPermissionOfAToken() {
        parcel.deliver("other value=1 " + T);
        INFLUXDB.server().create("weir_test_other");
        String limited = INFLUXDB.server().writerOf(INFLUXDB.server().bucket());
        try (Parcel forbidden = new Parcel(INFLUXDB.server().url("weir_test_other"), Optional.of(limited))) {
            assertThat(forbidden.trouble())
                    .contains("HTTP 403")
                    .contains("give the token write permission on bucket 'weir_test_other'");
        } finally {
            INFLUXDB.server().drop("weir_test_other");
        }
    }

    @Test
    void reportsWhereATokenIsExpected() {
        try (Parcel wrong = new Parcel(INFLUXDB.server().url(), Optional.of("no-such-token"));
                Parcel none = new Parcel(INFLUXDB.server().url())) {
            assertThat(wrong.trouble())
                    .contains("HTTP 401")
                    .contains("WEIR_STORE_TOKEN")
                    .doesNotContain("no-such");
            assertThat(none.trouble()).contains("HTTP 401").contains("no token was given");
        }
    }

    @Test
    void unknownOrganizationIsNamed() {
        String url = INFLUXDB.server().url().replaceFirst("org=.*", "org=nobody");
        try (Parcel lost = new Parcel(url, Optional.of(INFLUXDB.server().token()))) {
            assertThat(lost.trouble()).contains("organization name \"nobody\" not found");
        }
    }
}
