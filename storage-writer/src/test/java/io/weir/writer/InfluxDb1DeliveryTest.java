package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.testing.RealInfluxDb;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Delivers lines to a real InfluxDB 1.x. Each test has its own measurements. */
class InfluxDb1DeliveryTest implements InfluxDbDeliveries {
    @RegisterExtension
    static final RealInfluxDb INFLUXDB = new RealInfluxDb();

    private final Parcel parcel = new Parcel(INFLUXDB.server().url());

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
        return Parcel.suffixing(INFLUXDB.server().url(), Optional.empty(), measurements);
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
    void convertsUnsignedIntegersWithoutLoss() {
        String tooLarge = "unsigned,host=b value=9223372036854775808u " + T;
        String batch = "unsigned,host=a text=\"1u\",value=9223372036854775807u,w=1 " + T + "\n" + tooLarge;

        assertThat(parcel.deliver(batch)).isTrue();
        assertThat(parcel.deliver("unsigned,host=c value=3u,x=4u " + T)).isTrue();

        assertThat(parcel.rejectedLines()).containsExactly(tooLarge);
        assertThat(parcel.rejected.get(0).reason())
                .startsWith("table-refused: field 'value' is unsigned and 2^63 or more");
        assertThat(INFLUXDB.server()
                        .series("SELECT host, text, value FROM unsigned")
                        .path("values")
                        .toString())
                .isEqualTo("[[" + T + ",\"a\",\"1u\",9223372036854775807],[" + T + ",\"c\",null,3]]");
    }

    @Test
    void compressesBatchesForOtherHosts() {
        // This host, too, but not through a loopback address.
        try (Parcel compressing = new Parcel(INFLUXDB.server().url().replace("127.0.0.1", "0.0.0.0"))) {
            assertThat(compressing.deliver("compressed value=1 " + T)).isTrue();
        }
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM compressed"))
                .isEqualTo("1");
    }

    @Test
    void droppedDatabaseIsMadeAnew() {
        parcel.deliver("dropped value=1 " + T);
        INFLUXDB.server().series("DROP DATABASE \"" + INFLUXDB.server().database() + "\"");

        assertThat(parcel.deliver("dropped value=2 " + (T + 1))).isTrue();

        assertThat(INFLUXDB.server().value("SELECT count(value) FROM dropped")).isEqualTo("1");
        assertThat(parcel.counted("weir.writer.retries")).isEqualTo(1);
    }
}
