package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.line.Series;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A ClickHouse of any version. */
abstract class ClickHouseContract extends StoreContract {
    private final Supplier<ServerProcess> servers;

    ClickHouseContract(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    private record Served(ServerProcess server) implements ServedStore {
        @Override
        public String url() {
            return "clickhouse://weir@" + server.address() + "/met-rics";
        }

        @Override
        public Optional<String> token() {
            return Optional.of("secret");
        }

        @Override
        public List<String> values(String measurement, String field) {
            String column = "FROM system.columns WHERE database = 'met-rics' AND table = '" + measurement
                    + "' AND name = '" + field + "'";
            String type = rows(server, "SELECT type " + column).path(0).path(0).asText();
            List<String> values = new ArrayList<>();
            if (!type.isEmpty()) {
                String name = '`' + field + '`';
                // The server before 2021 has no type for booleans.
                rows(
                                server,
                                "SELECT " + (type.contains("UInt8") ? name + " ? 'true' : 'false'" : name)
                                        + " FROM `met-rics`.`" + measurement + "` FINAL WHERE " + name
                                        + " IS NOT NULL ORDER BY timestamp")
                        .forEach(row -> values.add(row.path(0).asText()));
            }
            return values;
        }
    }

    private static JsonNode rows(ServerProcess server, String query) {
        return server.json("/?query=" + URLEncoder.encode(query + " FORMAT JSONCompact", StandardCharsets.UTF_8))
                .path("data");
    }

    ServerProcess server() {
        return ((Served) store()).server();
    }

    /** The rows of a query, where {@code DB} is the database; old servers quote integers. */
    String select(String query) {
        return rows(server(), query.replace("DB", "`met-rics`")).toString().replaceAll("\"(-?\\d+)\"", "$1");
    }

    void execute(String statement) {
        server().post("/", statement.replace("DB", "`met-rics`"));
    }

    @Override
    TestStore open(Path directory) {
        return new Served(servers.get());
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=\"text\" " + T, "stores no string");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(
                store().url().replace("weir@", "nobody@"),
                "correct user 'nobody' and the password",
                store().url().replace("weir@", ""),
                "correct user 'default' and the password");
    }

    @Test
    void createsTypedColumnsAndKeysOfTags() {
        parcel.deliver("created,host=a,rack=1 f=1.5,i=2i,u=3u,b=true,t=\"x\" " + T);

        assertThat(select("SELECT name FROM system.columns WHERE table = 'created' AND is_in_sorting_key"))
                .isEqualTo("[[\"timestamp\"],[\"host\"],[\"rack\"]]");
        assertThat(select("SELECT engine, sorting_key FROM system.tables WHERE name = 'created'"))
                .isEqualTo("[[\"ReplacingMergeTree\",\"host, rack, timestamp\"]]");
        assertThat(select("SELECT host, rack, f, i, u, b + 0, t, toInt64(toUInt64(timestamp)) > 0 FROM DB.created"))
                .isEqualTo("[[\"a\",1,1.5,2,3,1,\"x\",1]]");
    }

    @Test
    void newTagWidensTheTableAndItsKey() {
        parcel.deliver("wide value=0 " + T);
        parcel.deliver("wide,host=a value=1 " + T);
        String more = "wide,cpu=0,host=a value=2 " + T + "\nwide,cpu=1,host=a value=3,other=\"x\" " + T;
        parcel.deliver(more);
        parcel.deliver(more);
        parcel.deliver("wide,host=a value=1 " + T);

        assertThat(select("SELECT host, cpu, value, other FROM DB.wide FINAL ORDER BY value"))
                .isEqualTo("[[\"\",\"\",0,null],[\"a\",\"\",1,null],[\"a\",0,2,null],[\"a\",1,3,\"x\"]]");
        assertThat(select("SELECT sorting_key FROM system.tables WHERE name = 'wide'"))
                .isEqualTo("[[\"timestamp, host, cpu\"]]");
    }

    @Test
    void usesATableOfAnEarlierWriter() {
        parcel.deliver("learnt,host=a value=1 " + T);

        try (Parcel later = new Parcel(store().url(), store().token())) {
            later.deliver("learnt,host=a,rack=1 value=2,more=3i " + T, "learnt,host=a value=4 " + T);
        }

        assertThat(select("SELECT host, rack, value, more FROM DB.learnt FINAL ORDER BY value"))
                .isEqualTo("[[\"a\",1,2,3],[\"a\",\"\",4,null]]");
    }

    @Test
    void writersWidenOneTableAtTheSameTime() {
        List<CompletableFuture<Boolean>> writers = IntStream.range(0, 3)
                .mapToObj(writer -> CompletableFuture.supplyAsync(() -> {
                    try (Parcel own = new Parcel(store().url(), store().token())) {
                        return IntStream.range(0, 5)
                                .allMatch(i -> own.deliver("racing,t" + i + "=a,w" + writer + "_" + i + "=b f" + i
                                                + "=1,v=" + i + " " + (T + writer))
                                        && own.rejected.isEmpty());
                    }
                }))
                .toList();

        assertThat(writers).allMatch(CompletableFuture::join);
        assertThat(values("racing", "v")).hasSize(15);
        assertThat(select("SELECT count() FROM system.columns WHERE table = 'racing' AND is_in_sorting_key"))
                .isEqualTo("[[21]]");
    }

    /** For example after an error that made the store forget its tables. */
    @Test
    void linesThatWereNotPreparedAreStoredToo() {
        StoreOptions options = new StoreOptions(store().token(), Duration.ofSeconds(30));
        try (Store unprepared = Stores.open(StoreCatalog.BUILT_IN.parse(store().url()), options)) {
            byte[] lines = ("bare,host=a a=1 " + T + "\nbare,host=b,rack=c b=2 " + T + "\n").getBytes(UTF_8);
            assertThat(unprepared.write(lines, 0, lines.length)).isEqualTo(Reply.STORED);
            byte[] wrong = ("bare,host=a a=1 " + T + "\nbare,host=a a=\"x\" " + T + "\n").getBytes(UTF_8);
            assertThat(unprepared.write(wrong, 0, wrong.length))
                    .isEqualTo(
                            new Reply.Refused("table bare, column a: the type Nullable(Float64) stores no string", 2));
        }
        assertThat(select("SELECT host, rack, a, b FROM DB.bare FINAL ORDER BY host"))
                .isEqualTo("[[\"a\",\"\",1,null],[\"b\",\"c\",null,2]]");
    }

    @Test
    void suffixesFieldsOfAnotherType() {
        try (Parcel suffixing = Parcel.suffixing(store().url(), store().token(), "suffix*")) {
            suffixing.deliverOtherTypes(T);
        }
        assertThat(select("SELECT v, v_string, w, w_string FROM DB.suffixed FINAL ORDER BY timestamp"))
                .isEqualTo("[[1.5,null,1,null],[2.5,null,null,null],[null,\"x y\",2,null],"
                        + "[null,\"z\",null,\"w\"],[4.5,null,null,null],[null,\"s\",null,null]]");
    }

    @Test
    void textsBecomeArraysInColumnsOfArrays() {
        parcel.deliver("spectra,host=a n=1 " + T);
        execute("ALTER TABLE DB.spectra ADD COLUMN bins Array(Float64)");
        String wrong = "spectra,host=b bins=\"[1,\\\"x\\\"]\" " + T;
        String open = "spectra,host=c bins=\"[1,2\" " + T;
        String huge = "spectra,host=d bins=\"[1e999]\" " + T;
        String many = IntStream.range(0, 3500).mapToObj(i -> i + ".5").collect(Collectors.joining(",", "[", "]"));

        parcel.deliver(
                "spectra,host=a bins=\"[1.5, -2e3,7]\" " + (T + 1) + "\n" + wrong + "\nspectra,host=a bins=\"[]\" "
                        + (T + 2) + "\n" + open + "\n" + huge + "\nspectra,host=e n=2,bins=\"" + many + "\" " + T);

        assertThat(parcel.rejectedLines()).containsExactly(wrong, open, huge);
        assertThat(parcel.rejected.get(0).reason()).contains("field 'bins' is not an array of numbers");
        assertThat(select("SELECT host, n, length(bins) > 3 ? [arraySum(bins)] : bins FROM DB.spectra FINAL"
                        + " ORDER BY host, timestamp"))
                .isEqualTo("[[\"a\",1,[]],[\"a\",null,[1.5,-2000,7]],[\"a\",null,[]],[\"e\",2,[6125000]]]");
    }

    @Test
    void lineThatTheServerRefusesIsIsolatedWithItsWords() {
        parcel.deliver("guarded,host=a value=1 " + T);
        execute("ALTER TABLE DB.guarded ADD COLUMN ok UInt8 MATERIALIZED throwIf(value > 1000)");
        List<String> lines = IntStream.range(0, 200)
                .mapToObj(i -> "guarded,host=h" + i + " value=" + (i == 77 ? 1e6 : i) + " " + T)
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines) + "\nother,host=a value=1 " + T))
                .isTrue();

        assertThat(parcel.rejectedLines()).containsExactly(lines.get(77));
        assertThat(parcel.rejected.get(0).reason())
                .startsWith("store-refused: Code: 395")
                .contains("throwIf");
        assertThat(values("guarded", "value")).hasSize(200);
        assertThat(values("other", "value")).hasSize(1);
    }

    @Test
    void namesAreTakenLiterally() {
        assertThat(parcel.deliver("a\\ `t'\"\\é,my\\ tag=x\\ y,select=1,q`\"'=2 from=1,a.b\\,c\\==2,\\n=3 " + T))
                .isTrue();

        assertThat(parcel.rejected).isEmpty();
        assertThat(select("SELECT * FROM DB.`a \\`t'\"\\\\é`"))
                .contains("\"x y\",2,1,")
                .endsWith(",1,2,3]]");
        assertThat(select("SELECT name FROM system.columns WHERE table LIKE 'a %' AND name != 'timestamp'"))
                .isEqualTo("[[\"my tag\"],[\"q`\\\"'\"],[\"select\"],[\"from\"],[\"a.b,c=\"],[\"\\\\n\"]]");
    }

    @Test
    void textsAndTagsAreStoredByteForByte() {
        parcel.deliver(
                "texts,host=a\\,b\\=c\\ d\\e v=\"\" " + T + "\ntexts,host=é v=\"a\\\"b\\\\c\\d\ne \" " + (T + 1));
        assertThat(select("SELECT host, v FROM DB.texts ORDER BY timestamp"))
                .isEqualTo("[[\"a,b=c d\\\\e\",\"\"],[\"é\",\"a\\\"b\\\\c\\\\d\\ne \"]]");
    }

    @Test
    void numbersAndTimesAreStoredToTheirLimits() {
        parcel.deliver("limits u=18446744073709551615u,i=-9223372036854775808i " + T);
        parcel.deliver("limits i=1i -1\nlimits i=2i -9223372036854775808\nlimits i=3i 9223372036854775807");
        assertThat(values("limits", "u")).containsExactly("18446744073709551615");
        assertThat(values("limits", "i")).containsExactly("2", "1", "-9223372036854775808", "3");
    }

    @Test
    void linesOfManyYearsAreStoredInParts() {
        long month = TimeUnit.DAYS.toNanos(31);
        String lines = IntStream.range(0, 130)
                .mapToObj(i -> "years,host=a value=" + i + " " + (T - i * month))
                .collect(Collectors.joining("\n"));
        assertThat(parcel.deliver(lines)).isTrue();
        assertThat(parcel.rejected).isEmpty();
        assertThat(values("years", "value")).hasSize(130);
    }

    @Test
    void whatWasDroppedIsCreatedAgain() {
        parcel.deliver("dropped,host=a value=1,other=2 " + T);
        execute("ALTER TABLE DB.dropped DROP COLUMN other");
        assertThat(parcel.deliver("dropped,host=b value=1,other=2 " + T)).isTrue();
        assertThat(values("dropped", "other")).containsExactly("2");

        execute("DROP TABLE DB.dropped");
        assertThat(parcel.deliver("dropped,host=c value=3 " + T)).isTrue();
        assertThat(values("dropped", "value")).containsExactly("3");
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void linesThatATableCannotStoreAreRefusedWithTheReason() {
        parcel.deliver("mixed,host=a value=1,text=\"x\" " + T);
        execute("CREATE VIEW DB.viewed AS SELECT toInt64(1) AS timestamp");
        execute("CREATE TABLE DB.foreign (time DateTime, value Nullable(Float64)) ENGINE = Log");
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("mixed,value=1 other=1 " + T, "tag 'value' is a column of type Nullable(Float64)");
        reasons.put("mixed,text=1 other=1 " + T, "tag 'text' is a column of type Nullable(String)");
        reasons.put("mixed host=1 " + T, "field 'host' is a tag");
        reasons.put("mixed,a=1 a=1 " + T, "two values for column 'a'");
        reasons.put("mixed timestamp=1 " + T, "two values for column 'timestamp'");
        reasons.put("mixed new=1,new=\"x\" " + T, "stores no string");
        reasons.put("viewed value=1 " + T, "View");
        reasons.put("foreign value=1 " + T, "no column 'timestamp'");
        reasons.put("x".repeat(300) + " v=1 " + T, "table name too long");
        reasons.put("long " + "-".repeat(100) + "=1 " + T, "column name too long");
        String wide = IntStream.range(0, 1024).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining(","));
        reasons.put("broad " + wide + " " + T, "1025 columns");
        reasons.put("mixed " + wide + " " + T, "columns, more than the limit of 1024");

        String good = "mixed,host=good value=1 " + T;
        parcel.deliver(good + "\n" + String.join("\n", reasons.keySet()) + "\n" + good);

        assertThat(parcel.rejectedLines()).containsExactlyElementsOf(reasons.keySet());
        int i = 0;
        for (String reason : reasons.values()) {
            assertThat(parcel.rejected.get(i++).reason())
                    .startsWith("table-refused: ")
                    .contains(reason);
        }
        assertThat(values("mixed", "value")).hasSize(2);
    }

    @Test
    void randomLinesComeBackWithTheirValues() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> tags = List.of("a", "b c", "d,e", "f=g");
        List<String> expected = new ArrayList<>();
        for (int batch = 0; batch < 5; batch++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                SortedMap<String, String> tagged = new TreeMap<>();
                tags.forEach(tag -> {
                    if (random.nextBoolean()) {
                        tagged.put(tag, text(random, "xy,= \\\"'`é") + "z");
                    }
                });
                Double f = random.nextBoolean() ? random.nextLong() * Math.pow(10, random.nextInt(-200, 200)) : null;
                Long n = random.nextBoolean() ? random.nextLong() : null;
                Boolean b = random.nextBoolean() ? random.nextBoolean() : null;
                String t = text(random, "xy,= \\\"'`é\n");
                lines.append(new String(new Series("rand om", tagged).canonical(), UTF_8))
                        .append(" t=\"" + t.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                        .append(f == null ? "" : ",f=" + f)
                        .append(n == null ? "" : ",i\\ i=" + n + "i,u=" + Long.toUnsignedString(n) + "u")
                        .append(b == null ? "" : ",b=" + b)
                        .append(" " + (T + expected.size()) + "\n");
                List<Object> row = new ArrayList<>();
                tags.forEach(tag -> row.add(tagged.getOrDefault(tag, "")));
                row.addAll(Arrays.asList(
                        t, f, n, n == null ? null : Long.toUnsignedString(n), b == null ? null : b ? 1 : 0));
                expected.add(row.toString());
            }
            parcel.deliver(lines.toString());
        }

        assertThat(parcel.rejected).as("seed %s", seed).isEmpty();
        List<String> found = new ArrayList<>();
        rows(
                        server(),
                        "SELECT a, `b c`, `d,e`, `f=g`, t, toString(f), toString(`i i`), toString(u), b + 0"
                                + " FROM `met-rics`.`rand om` FINAL ORDER BY timestamp")
                .forEach(row -> {
                    List<Object> values = new ArrayList<>();
                    row.forEach(value -> values.add(value.isNull() ? null : value.asText()));
                    values.set(
                            5,
                            values.get(5) == null
                                    ? null
                                    : Double.valueOf(values.get(5).toString()));
                    found.add(values.toString());
                });
        assertThat(found).as("seed %s", seed).isEqualTo(expected);
    }

    private static String text(SplittableRandom random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
