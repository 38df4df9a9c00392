package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.RealInfluxDb;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lines into a real InfluxDB 1.x. Each test has measurements of its own. */
class InfluxDb1DeliveryTest {
    private static final long T = 1_700_000_000_000_000_001L;

    @RegisterExtension
    static final RealInfluxDb INFLUXDB = new RealInfluxDb();

    private final Parcel parcel = new Parcel(INFLUXDB.server().url());

    @AfterEach
    void closeClient() {
        parcel.close();
    }

    @Test
    void createsTheDatabaseAndStoresNanoseconds() {
        assertThat(parcel.deliver("ns,host=a value=1.5 " + T, "ns,host=b value=2 " + (T + 1)))
                .isTrue();

        assertThat(INFLUXDB.server()
                        .series("SELECT value, host FROM ns")
                        .path("values")
                        .toString())
                .isEqualTo("[[" + T + ",1.5,\"a\"],[" + (T + 1) + ",2,\"b\"]]");
    }

    @Test
    void repeatedBatchLeavesEachPointOnce() {
        String batch = IntStream.range(0, 500)
                .mapToObj(i -> "again,host=h" + i % 7 + " value=" + i + " " + (T + i / 7))
                .collect(Collectors.joining("\n"));

        parcel.deliver(batch);
        parcel.deliver(batch);

        assertThat(INFLUXDB.server().value("SELECT count(value) FROM again")).isEqualTo("500");
    }

    @Test
    void typeConflictsAndUnreadableLinesAreIsolatedExactly() {
        parcel.deliver("conflict,host=a value=1.5 " + T);
        List<String> lines = IntStream.range(0, 1000)
                .mapToObj(i -> "conflict,host=h" + i + " value=" + (i % 111 == 5 ? "\"text\"" : i % 250 == 7 ? "1x" : i)
                        + " " + (T + i))
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

        List<String> bad = lines.stream()
                .filter(line -> line.contains("text") || line.contains("x "))
                .toList();
        assertThat(parcel.rejectedLines()).isEqualTo(bad).hasSize(13);
        assertThat(parcel.rejected.get(0).reason()).startsWith("store-refused: partial write: field type conflict");
        assertThat(parcel.rejected.get(1).reason()).startsWith("store-refused: unable to parse");
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM conflict")).isEqualTo("988");
    }

    @Test
    void unsignedIntegersBecomeIntegersWhereThatLosesNothing() {
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
    void fieldOfAnotherTypeIsKeptUnderAnotherNameWhereThatIsWanted() {
        try (Parcel suffixing = Parcel.suffixing(INFLUXDB.server().url(), "suffix*")) {
            suffixing.deliver("suffixed,h=a v=1.5,w=1i " + T);
            String lines = "suffixed,h=a v=2.5 " + (T + 1) + "\nsuffixed,h=a v=\"x y\",w=2i " + (T + 2)
                    + "\nsuffixed,h=a v=\"z\",w=\"w\" " + (T + 3) + "\nsuffixed,h=a v=4.5 " + (T + 4);
            assertThat(suffixing.deliver(lines)).isTrue();
            suffixing.deliver("suffixed,h=a v_string=\"s\" " + (T + 5));
            assertThat(suffixing.deliver(lines)).isTrue();

            assertThat(suffixing.rejected).isEmpty();
            suffixing.deliver("suffixed,h=a v_string=7 " + (T + 7));
            assertThat(suffixing.deliver("suffixed,h=a v_string=1i " + (T + 6))).isTrue();
            suffixing.deliver("other,h=a v=1 " + T);
            suffixing.deliver("other,h=a v=\"x\" " + T);
            assertThat(suffixing.rejectedLines()).containsExactly("other,h=a v=\"x\" " + T);
        }
        assertThat(INFLUXDB.server()
                        .series(
                                "SELECT v, v_float, v_integer, v_string, v_string_float, v_string_integer, w, w_string FROM suffixed")
                        .path("values")
                        .toString())
                .isEqualTo("[[" + T + ",1.5,null,null,null,null,null,1,null],[" + (T + 1)
                        + ",2.5,null,null,null,null,null,null,null],["
                        + (T + 2) + ",null,null,null,\"x y\",null,null,2,null],[" + (T + 3)
                        + ",null,null,null,\"z\",null,null,null,\"w\"],[" + (T + 4)
                        + ",4.5,null,null,null,null,null,null,null],["
                        + (T + 5) + ",null,null,null,\"s\",null,null,null,null],[" + (T + 6)
                        + ",null,null,null,null,null,1,null,null],[" + (T + 7)
                        + ",null,null,null,null,7,null,null,null]]");
    }

    @Test
    void linesWithAConflictThatIsKnownCostOneWrite() {
        parcel.deliver("known,host=a value=1.5 " + T);
        parcel.deliver("known,host=a value=\"text\" " + T);
        double before = parcel.registry.get("weir_writer_write").timer().count();
        List<String> lines = IntStream.range(0, 2_000)
                .mapToObj(i -> "known,host=h" + i + " value=" + (i % 100 == 5 ? "\"text\"" : i) + " " + (T + i))
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

        assertThat(parcel.registry.get("weir_writer_write").timer().count() - before)
                .isEqualTo(2);
        assertThat(parcel.rejectedLines()).hasSize(21);
        assertThat(parcel.rejectedLines().subList(1, 21))
                .isEqualTo(lines.stream().filter(line -> line.contains("text")).toList());
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM known")).isEqualTo("1981");
    }

    @Test
    void bodyIsCompressedForOtherHosts() {
        // This host too, but not by a loopback address.
        try (Parcel compressing = new Parcel(INFLUXDB.server().url().replace("127.0.0.1", "0.0.0.0"))) {
            assertThat(compressing.deliver("compressed value=1 " + T)).isTrue();
        }
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM compressed"))
                .isEqualTo("1");
    }

    @Test
    void everyLineRefusedIsStillSettled() {
        parcel.deliver("refused value=1.5 " + T);
        List<String> lines = IntStream.range(0, 300)
                .mapToObj(i -> "refused value=\"text\" " + (T + i))
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

        assertThat(parcel.rejectedLines()).isEqualTo(lines);
    }

    @Test
    void droppedDatabaseIsMadeAnew() {
        parcel.deliver("dropped value=1 " + T);
        INFLUXDB.server().series("DROP DATABASE \"" + INFLUXDB.server().database() + "\"");

        assertThat(parcel.deliver("dropped value=2 " + (T + 1))).isTrue();

        assertThat(INFLUXDB.server().value("SELECT count(value) FROM dropped")).isEqualTo("1");
        assertThat(parcel.counted("weir_writer_retries")).isEqualTo(1);
    }

    @Test
    void thePageOnStorageTellsWhatIsLacking() {
        StorageTable.isTrueFor(parcel, "InfluxDB 1.x");
    }
}
