package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Delivers lines to a real InfluxDB of any version. Each test has its own measurements. */
interface InfluxDbDeliveries {
    long T = 1_700_000_000_000_000_001L;

    /** A parcel for the server's database or bucket. */
    Parcel parcel();

    /** A parcel that stores fields of another type under another name. */
    Parcel suffixing(String measurements);

    /** The first series of a query's result. */
    JsonNode series(String query);

    /** The last cell of the first row of a query's result. */
    String value(String query);

    @Test
    default void createsTheDatabaseOrBucketAndStoresNanoseconds() {
        assertThat(parcel().deliver("ns,host=a value=1.5 " + T, "ns,host=b value=2 " + (T + 1)))
                .isTrue();

        assertThat(series("SELECT value, host FROM ns").path("values").toString())
                .isEqualTo("[[" + T + ",1.5,\"a\"],[" + (T + 1) + ",2,\"b\"]]");
    }

    @Test
    default void typeConflictsAndUnreadableLinesAreIsolatedExactly() {
        parcel().deliver("conflict,host=a value=1.5 " + T);
        List<String> lines = IntStream.range(0, 1000)
                .mapToObj(i -> "conflict,host=h" + i + " value=" + (i % 111 == 5 ? "\"text\"" : i % 250 == 7 ? "1x" : i)
                        + " " + (T + i))
                .toList();

        assertThat(parcel().deliver(String.join("\n", lines))).isTrue();

        List<String> bad = lines.stream()
                .filter(line -> line.contains("text") || line.contains("x "))
                .toList();
        assertThat(parcel().rejectedLines()).isEqualTo(bad).hasSize(13);
        assertThat(parcel().rejected.get(0).reason())
                .startsWith("store-refused: ")
                .contains("partial write: field type conflict");
        assertThat(parcel().rejected.get(1).reason())
                .startsWith("store-refused: ")
                .contains("unable to parse");
        assertThat(value("SELECT count(value) FROM conflict")).isEqualTo("988");
    }

    @Test
    default void suffixesFieldsOfAnotherType() {
        try (Parcel suffixing = suffixing("suffix*")) {
            suffixing.deliverOtherTypes(T);
            suffixing.deliver("suffixed,h=a v_string=7 " + (T + 7));
            assertThat(suffixing.deliver("suffixed,h=a v_string=1i " + (T + 6))).isTrue();
            suffixing.deliver("other,h=a v=1 " + T);
            suffixing.deliver("other,h=a v=\"x\" " + T);
            assertThat(suffixing.rejectedLines()).containsExactly("other,h=a v=\"x\" " + T);
        }
        assertThat(series(
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
    default void linesWithAConflictThatIsKnownCostOneWrite() {
        parcel().deliver("known,host=a value=1.5 " + T);
        parcel().deliver("known,host=a value=\"text\" " + T);
        double before = parcel().registry.get("weir.writer.write").timer().count();
        List<String> lines = IntStream.range(0, 2_000)
                .mapToObj(i -> "known,host=h" + i + " value=" + (i % 100 == 5 ? "\"text\"" : i) + " " + (T + i))
                .toList();

        assertThat(parcel().deliver(String.join("\n", lines))).isTrue();

        assertThat(parcel().registry.get("weir.writer.write").timer().count() - before)
                .isEqualTo(2);
        assertThat(parcel().rejectedLines()).hasSize(21);
        assertThat(parcel().rejectedLines().subList(1, 21))
                .isEqualTo(lines.stream().filter(line -> line.contains("text")).toList());
        assertThat(value("SELECT count(value) FROM known")).isEqualTo("1981");
    }

    @Test
    default void everyLineRefusedIsStillSettled() {
        parcel().deliver("refused value=1.5 " + T);
        List<String> lines = IntStream.range(0, 300)
                .mapToObj(i -> "refused value=\"text\" " + (T + i))
                .toList();

        assertThat(parcel().deliver(String.join("\n", lines))).isTrue();

        assertThat(parcel().rejectedLines()).isEqualTo(lines);
    }

    @Test
    default void reportsStoredLinesBeforeTheyAreSettled() {
        try (Parcel suffixing = suffixing("noted")) {
            suffixing.deliver("noted v=1.5 " + T + "\nunnoted v=1.5 " + T);
            String lines = "noted v=2.5 " + (T + 1) + "\nnoted v=\"x\" " + (T + 2) + "\nunnoted v=\"x\" " + T;
            suffixing.notes = false;
            assertThat(suffixing.deliver(lines)).isFalse();
            assertThat(value("SELECT count(v) FROM noted")).isEqualTo("2");

            suffixing.notes = true;
            suffixing.noted.clear();
            assertThat(suffixing.deliver(lines)).isTrue();

            assertThat(suffixing.noted).containsExactly("noted v=2.5 " + (T + 1), "noted v_string=\"x\" " + (T + 2));
            assertThat(suffixing.rejectedLines()).containsExactly("unnoted v=\"x\" " + T);
        }
    }
}
