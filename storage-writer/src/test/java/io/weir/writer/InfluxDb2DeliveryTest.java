package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.RealInfluxDb2;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lines into a real InfluxDB 2.x. Each test has measurements of its own. */
class InfluxDb2DeliveryTest {
    private static final long T = 1_700_000_000_000_000_001L;

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

    @Test
    void createsTheBucketAndStoresNanoseconds() {
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
        assertThat(parcel.rejected.get(0).reason()).contains("partial write: field type conflict");
        assertThat(parcel.rejected.get(1).reason()).contains("unable to parse");
        assertThat(INFLUXDB.server().value("SELECT count(value) FROM conflict")).isEqualTo("988");
    }

    @Test
    void unsignedIntegersAreStored() {
        assertThat(parcel.deliver("unsigned value=18446744073709551615u " + T)).isTrue();

        assertThat(parcel.rejected).isEmpty();
        assertThat(INFLUXDB.server().series("SELECT value FROM unsigned").toString())
                .contains("18446744073709551615");
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
    void droppedBucketIsMadeAnew() {
        parcel.deliver("dropped value=1 " + T);
        INFLUXDB.server().drop(INFLUXDB.server().bucket());

        assertThat(parcel.deliver("dropped value=2 " + (T + 1))).isTrue();

        assertThat(INFLUXDB.server().value("SELECT count(value) FROM dropped")).isEqualTo("1");
        assertThat(parcel.counted("weir_writer_retries")).isEqualTo(1);
    }

    @Test
    void tokenThatMayOnlyWriteIsEnoughAndWaitsForAMissingBucketWithARemedy() {
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
    void tokenOfAnotherBucketSaysWhichPermissionItLacks() {
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
    void unknownAndMissingTokensSayWhereOneIsLookedFor() {
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

    @Test
    void thePageOnStorageTellsWhatIsLacking() {
        StorageTable.isTrueFor(parcel, "InfluxDB 2.x");
    }
}
