package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivers lines to a real QuestDB. Each test has its own measurements. */
class QuestDbDeliveryTest extends StoreContract {
    private static final long T = 1_700_000_000_000_000_001L;

    private EmbeddedQuestDb questDb;

    private record Served(EmbeddedQuestDb questDb) implements TestStore {
        @Override
        public String url() {
            return questDb.url();
        }

        @Override
        public List<String> values(String measurement, String field) {
            List<String> values = new ArrayList<>();
            String select = "SELECT \"" + field + "\" FROM \"" + measurement + "\"";
            // Returns once all tables have their rows, and the columns of these.
            questDb.rows("SELECT 1");
            if (!questDb.exec(select).has("error")) {
                questDb.rows(select + " WHERE \"" + field + "\" IS NOT NULL ORDER BY timestamp")
                        .forEach(row -> values.add(row.path(0).asText()));
            }
            return values;
        }

        @Override
        public void stop() {
            questDb.stop();
        }

        @Override
        public void start() {
            questDb.start();
        }

        @Override
        public void close() {
            questDb.close();
        }
    }

    @BeforeEach
    void findServer() {
        questDb = ((Served) store()).questDb();
    }

    @Override
    TestStore open(Path directory) {
        return new Served(new EmbeddedQuestDb(directory).start());
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=\"text\" " + T, "cast error from protocol type: STRING");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of();
    }

    @Test
    void storesLinesWithNanosecondStamps() {
        assertThat(parcel.deliver("ns,host=a value=1.5 " + T, "ns,host=b value=2 " + (T + 1) + "\n"))
                .isTrue();

        assertThat(questDb.rows("SELECT host, value, timestamp FROM ns ORDER BY timestamp")
                        .toString())
                .isEqualTo(
                        "[[\"a\",1.5,\"2023-11-14T22:13:20.000000001Z\"],[\"b\",2.0,\"2023-11-14T22:13:20.000000002Z\"]]");
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void newTagWidensTheTableAndItsKeys() {
        parcel.deliver("wide,host=a value=1 " + T);
        parcel.deliver("wide,host=a,cpu=0 value=2 " + T + "\nwide,host=a,cpu=1 value=3 " + T);
        parcel.deliver("wide,host=a,cpu=0 value=2 " + T + "\nwide,host=a,cpu=1 value=3 " + T);
        parcel.deliver("wide,host=a value=1 " + T);

        assertThat(questDb.rows("SELECT host, cpu, value FROM wide ORDER BY value")
                        .toString())
                .isEqualTo("[[\"a\",null,1.0],[\"a\",\"0\",2.0],[\"a\",\"1\",3.0]]");
        assertThat(questDb.rows("SELECT \"column\" FROM table_columns('wide') WHERE upsertKey ORDER BY 1")
                        .toString())
                .isEqualTo("[[\"cpu\"],[\"host\"],[\"timestamp\"]]");
    }

    @Test
    void severalNewTagsAtOnceWidenTheTableToo() {
        parcel.deliver("wider,host=a value=1 " + T);
        parcel.deliver("wider,host=a,cpu=0,rack=A1,row=7 value=2 " + T);

        assertThat(questDb.rows("SELECT host, cpu, rack, row, value FROM wider ORDER BY value")
                        .toString())
                .isEqualTo("[[\"a\",null,null,null,1.0],[\"a\",\"0\",\"A1\",\"7\",2.0]]");
    }

    @Test
    void usesATableOfAnEarlierWriter() {
        parcel.deliver("learnt,host=a value=1 " + T);

        try (Parcel later = new Parcel(questDb.url())) {
            later.deliver("learnt,host=a,rack=1 value=1 " + T, "learnt,host=a,rack=1 value=1 " + T);
        }

        assertThat(questDb.value("SELECT count() FROM learnt")).isEqualTo("2");
    }

    @Test
    void tableWithoutKeysGetsThem() {
        questDb.exec(
                "CREATE TABLE keyless (ts TIMESTAMP_NS, host SYMBOL, value DOUBLE) TIMESTAMP(ts) PARTITION BY DAY WAL");

        parcel.deliver("keyless,host=a value=1 " + T);
        parcel.deliver("keyless,host=a value=1 " + T);

        assertThat(questDb.value("SELECT count() FROM keyless")).isEqualTo("1");
    }

    @Test
    void keepsInvalidSeriesElsewhereAndStoresNeighbours() {
        assertThat(parcel.deliver("half,host value=1 " + T + "\nhalf,host=a value=2 " + T))
                .isTrue();

        assertThat(questDb.value("SELECT count() FROM half")).isEqualTo("1");
        assertThat(parcel.rejectedLines()).containsExactly("half,host value=1 " + T);
        assertThat(parcel.rejected.get(0).reason()).startsWith("table-refused: series 'half,host', byte 10:");
    }

    @Test
    void namesAreTakenLiterally() {
        assertThat(parcel.deliver("a\\ table,my\\ tag=x\\ y,select=1 from=1,order\\ by=2 " + T))
                .isTrue();

        assertThat(parcel.rejected).isEmpty();
        assertThat(questDb.rows("SELECT \"my tag\", \"select\", \"from\", \"order by\" FROM \"a table\"")
                        .toString())
                .isEqualTo("[[\"x y\",\"1\",1.0,2.0]]");
    }

    @Test
    void typeConflictIsIsolatedExactly() {
        parcel.deliver("conflict,host=a value=1.5 " + T);
        List<String> lines = IntStream.range(0, 1000)
                .mapToObj(i -> "conflict,host=h" + i + " value=" + (i % 111 == 5 ? "\"text\"" : i) + " " + (T + i))
                .toList();

        parcel.deliver(String.join("\n", lines.subList(0, 600)), String.join("\n", lines.subList(600, 1000)));

        assertThat(parcel.rejectedLines())
                .isEqualTo(lines.stream().filter(line -> line.contains("text")).toList())
                .hasSize(9);
        assertThat(parcel.rejected.get(0).reason())
                .startsWith("table-refused: table: conflict, column: value; cast error")
                .doesNotContain("{");
        assertThat(parcel.rejected)
                .extracting(Parcel.Rejected::source)
                .startsWith("3/0")
                .endsWith("3/1");
        assertThat(questDb.value("SELECT count() FROM conflict")).isEqualTo("992");
        assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(992);
        assertThat(parcel.counted("weir.writer.lines.rejected")).isEqualTo(9);
    }

    @Test
    void suffixesFieldsOfAnotherType() {
        try (Parcel suffixing = Parcel.suffixing(questDb.url(), Optional.empty(), "suffix*")) {
            suffixing.deliverOtherTypes(T);
            suffixing.deliver("other,h=a v=1 " + T);
            suffixing.deliver("other,h=a v=\"x\" " + T);
            assertThat(suffixing.rejectedLines()).containsExactly("other,h=a v=\"x\" " + T);
        }
        assertThat(questDb.rows("SELECT v, v_string, w, w_string FROM suffixed ORDER BY timestamp")
                        .toString())
                .isEqualTo("[[1.5,null,1,null],[2.5,null,null,null],[null,\"x y\",2,null],[null,\"z\",null,\"w\"],"
                        + "[4.5,null,null,null],[null,\"s\",null,null]]");
    }

    @Test
    void thousandsOfRefusedLinesAreSettled() {
        parcel.deliver("refused value=1.5 " + T);
        List<String> lines = IntStream.range(0, 3000)
                .mapToObj(i -> "refused value=\"text\" " + (T + i))
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

        assertThat(parcel.rejectedLines()).isEqualTo(lines);
    }

    @Test
    void rejectsNamesThatQuestDbRefuses() {
        List<String> refused = List.of(
                "a/b,host=a value=1 " + T,
                "quo\"te\"d,host=a value=1 " + T,
                "names,my-tag=1 value=1 " + T,
                "names,ta\"g=1 value=1 " + T,
                "names,host=a my.field=1 " + T,
                "names,host=a value=1u " + T,
                "names,host=a timestamp=17i " + T,
                "names,host=a,Host=b value=1 " + T,
                "names,host=a value=1,Value=2 " + T,
                "Names,host=a value=1 " + T,
                "names,Host=a value=1 " + T);
        String good = "names,host=good value=1 ";
        parcel.deliver(good + T);

        parcel.deliver(
                good + (T + 1) + "\n" + String.join("\n" + good + (T + 2) + "\n", refused) + "\n" + good + (T + 3));
        parcel.deliver(good + (T + 4) + "\n" + String.join("\n", refused));

        assertThat(parcel.rejectedLines()).hasSize(22).containsAll(refused);
        assertThat(questDb.value("SELECT count() FROM names")).isEqualTo("5");
        assertThat(parcel.rejected)
                .extracting(Parcel.Rejected::reason)
                .allMatch(reason -> reason.matches("(table|store)-refused: .*"));
    }

    @Test
    void lineWithTenThousandFieldsHarmsNoNeighbour() {
        String fields =
                IntStream.range(0, 10_000).mapToObj(i -> "f" + i + "=" + i).collect(Collectors.joining(","));

        parcel.deliver("many value=1 " + T, "many " + fields + " " + (T + 1), "many value=2 " + (T + 2));

        assertThat(questDb.value("SELECT count() FROM many")).isEqualTo("2");
        assertThat(parcel.rejected).hasSize(1);
        assertThat(parcel.rejected.get(0).reason()).contains("10002 columns");
    }

    @Test
    void lineWithANewlineInAStringIsRejectedWhole() {
        parcel.deliver("multi value=1,text=\"a\" " + T);
        String refused = "multi value=2,text=\"b\nmulti value=9 1\n\nd\" " + (T + 1);

        parcel.deliver(
                "multi value=3,text=\"h\" " + (T + 2) + "\n" + refused + "\nmulti value=4,text=\"i\" " + (T + 3));

        assertThat(parcel.rejectedLines()).containsExactly(refused);
        assertThat(questDb.rows("SELECT value, text FROM multi").toString())
                .isEqualTo("[[1.0,\"a\"],[3.0,\"h\"],[4.0,\"i\"]]");
    }

    @Test
    void refusedFieldIsKnownOnSightAfterwards() {
        parcel.deliver("sight,host=a value=1.5 " + T);
        parcel.deliver("sight,host=a value=\"text\" " + T);
        double before = writes();
        String lines = IntStream.range(0, 200)
                .mapToObj(i -> "sight,host=h" + i + " value=\"text\",other=1 " + T)
                .collect(Collectors.joining("\n"));

        parcel.deliver(lines, "sight,host=good value=1 " + T);

        assertThat(writes() - before).isEqualTo(1);
        assertThat(parcel.rejectedLines()).hasSize(201);
        assertThat(questDb.value("SELECT count() FROM sight")).isEqualTo("2");
    }

    private double writes() {
        return parcel.registry.get("weir.writer.write").timer().count();
    }
}
