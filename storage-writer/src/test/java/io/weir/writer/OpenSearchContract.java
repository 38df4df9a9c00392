package io.weir.writer;

import static io.weir.writer.SearchedStore.hits;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.line.Series;
import io.weir.contract.topic.Rejection;
import io.weir.writer.testing.Awaited;
import io.weir.writer.testing.ServerProcess;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** An Elasticsearch or OpenSearch. */
abstract class OpenSearchContract extends StoreContract {
    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    private final String scheme;
    private final Supplier<ServerProcess> servers;

    OpenSearchContract(String scheme, Supplier<ServerProcess> servers) {
        this.scheme = scheme;
        this.servers = servers;
    }

    ServerProcess server() {
        return ((SearchedStore) store()).server();
    }

    private Parcel parcelTo(String rest) {
        return new Parcel(scheme + "://" + server().address() + "/" + rest);
    }

    /** The names of the indices that start so, in their order. */
    private List<String> indices(String start) {
        return server().get("/_cat/indices/" + start + "*?h=index")
                .lines()
                .sorted()
                .toList();
    }

    /** The columns of the documents of a measurement. */
    private List<String> columns(String measurement, String... fields) {
        List<String> columns = new ArrayList<>();
        hits(server(), measurement, "&docvalue_fields=" + String.join(",", fields))
                .forEach(hit -> columns.add(hit.path("fields").toString()));
        return columns;
    }

    @Override
    TestStore open(Path directory) {
        ServerProcess server = servers.get();
        return new SearchedStore(server, scheme + "://" + server.address() + "/met-rics");
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(
                measurement + ",host=a value=\"text\" " + T, "failed to parse field [fields.value] of type [double]");
    }

    @Override
    Map<String, String> wrongAddresses() {
        server().put(
                        "/_index_template/others",
                        "{\"index_patterns\":[\"taken-*\"],\"priority\":" + (500 + "taken".length()) + "}");
        return Map.of(scheme + "://" + server().address() + "/taken", "create the index template weir-taken yourself");
    }

    @Test
    void fieldsHaveTheTypesOfTheirValues() {
        parcel.deliver("created,host=a f=2,i=2i,u=3u,b=true,t=\"two words\" " + T);

        JsonNode properties = server().json("/met-rics-created-*/_mapping")
                .elements()
                .next()
                .path("mappings")
                .path("properties");
        assertThat(properties.path("@timestamp").path("type").asText()).isEqualTo("date_nanos");
        assertThat(properties.path("tags").path("properties").toString())
                .isEqualTo("{\"host\":{\"type\":\"keyword\"}}");
        JsonNode fields = properties.path("fields").path("properties");
        assertThat(List.of("f", "i", "u", "b", "t"))
                .extracting(field -> fields.path(field).path("type").asText())
                .containsExactly("double", "long", "long", "boolean", "keyword");
        server().get("/*/_refresh");
        assertThat(server().json("/met-rics-created-*/_search?q=fields.t.text:words")
                        .path("hits")
                        .path("total")
                        .path("value")
                        .asInt())
                .as("texts are found by their words")
                .isEqualTo(1);
    }

    @Test
    void documentsAreFoundByAWordOfTheirTexts() {
        String longest = "x".repeat(20_000) + " Needle " + "y".repeat(20_000);
        try (Parcel logs = parcelTo("logs?documents=true")) {
            String refused = "log,host=a message=\"Connection refused by db1\" " + T;
            logs.deliver(refused + "\nlog,host=a message=\"disk full\" " + T);
            logs.deliver(refused);
            logs.deliver("log,host=b message=\"" + longest + "\" " + T);

            assertThat(logs.rejected).isEmpty();
        }
        server().get("/*/_refresh");
        assertThat(found("fields.message:REFUSED")).containsExactly("Connection refused by db1");
        assertThat(found("fields.message.keyword:\"disk full\"")).containsExactly("disk full");
        assertThat(found("fields.message.keyword:full")).isEmpty();
        assertThat(found("needle")).as("a query without a field searches all").containsExactly(longest);
        assertThat(found("measurement:log"))
                .as("messages of one time, each once")
                .hasSize(3);
    }

    @Test
    void refusedLinesAreFoundByAWord() {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("metrics.rejected", 1, 7, null, "cpu,host=flp200 value=\"95\"".getBytes(UTF_8));
        new Rejection("writer", "store-refused: wrong type", "metrics.storage/0/5", -1).addTo(record.headers());
        try (Parcel refusals = parcelTo("refusals?documents=true")) {
            refusals.deliver(new String(new RefusedLines("refused").lines(record), UTF_8));

            assertThat(refusals.rejected).isEmpty();
        }
        server().get("/*/_refresh");
        for (String query : List.of("fields.line:flp200", "FLP200", "fields.reason:wrong", "tags.stage:writer")) {
            assertThat(found("refusals-refused", query, "line"))
                    .as(query)
                    .containsExactly("cpu,host=flp200 value=\"95\"");
        }
        assertThat(found("refusals-refused", "flp20", "line")).isEmpty();
    }

    private List<String> found(String query) {
        return found("logs-log", query, "message");
    }

    private List<String> found(String indices, String query, String field) {
        List<String> texts = new ArrayList<>();
        server().json("/" + indices + "-*/_search?q=" + URLEncoder.encode(query, UTF_8))
                .path("hits")
                .path("hits")
                .forEach(hit ->
                        texts.add(hit.path("_source").path("fields").path(field).asText()));
        return texts;
    }

    @Test
    void columnsHaveTheSameValuesAsDocuments() {
        parcel.deliver("columns,host=a f=2.5,i=-9007199254740993i,b=true,t=\"x y\" " + (T + 123_456_789));

        assertThat(columns("columns", "tags.host", "fields.f", "fields.i", "fields.b", "fields.t"))
                .singleElement()
                .asString()
                .contains("\"tags.host\":[\"a\"]", "\"fields.f\":[2.5]")
                .contains("\"fields.i\":[-9007199254740993]", "\"fields.b\":[true]", "\"fields.t\":[\"x y\"]");
        assertThat(hits(server(), "columns", "").path(0).path("sort").path(0).asLong())
                .isEqualTo(T + 123_456_789);
    }

    @Test
    void indicesAreOfAMeasurementAndADayOrMonth() {
        long newYear = 1_767_225_600_000_000_000L;
        String lines = "My\\ m/é,host=a v=1 " + (newYear - 1) + "\nMy\\ m/é,host=a v=2 " + newYear
                + "\nMy\\ m/é,host=a v=3 " + (newYear + 40 * DAY);
        try (Parcel daily = parcelTo("daily");
                Parcel monthly = parcelTo("monthly?per=month")) {
            daily.deliver(lines);
            monthly.deliver(lines);
            monthly.deliver("My\\ m/é,host=a v=4 " + (newYear + DAY));
        }
        assertThat(indices("daily"))
                .containsExactly("daily-my_m___-2025.12.31", "daily-my_m___-2026.01.01", "daily-my_m___-2026.02.10");
        assertThat(indices("monthly"))
                .containsExactly("monthly-my_m___-2025.12", "monthly-my_m___-2026.01", "monthly-my_m___-2026.02");
        assertThat(values("My m/é", "v")).containsExactly("1", "1", "2", "2", "4", "3", "3");
    }

    @Test
    void withoutDocumentsTheColumnsRemain() {
        try (Parcel bare = parcelTo("bare?source=false")) {
            String longest = "x".repeat(32_766);
            bare.deliver("bare,host=a f=2.5,t=\"x\" " + T);
            bare.deliver("bare,host=a t=\"" + longest + "\" " + (T + 1) + "\nbare,host=a t=\"" + longest + "x\" " + T);

            assertThat(bare.rejected).hasSize(1);
            assertThat(bare.rejected.get(0).reason()).contains("immense term");
        }
        assertThat(values("bare", "f")).isEmpty();
        assertThat(columns("bare", "fields.f", "fields.t"))
                .hasSize(2)
                .first()
                .isEqualTo("{\"fields.f\":[2.5],\"fields.t\":[\"x\"]}");
    }

    @Test
    void templateOfAnOperatorIsKept() {
        server().put(
                        "/_index_template/weir-ours",
                        "{\"index_patterns\":[\"ours-*\"],\"priority\":504,"
                                + "\"template\":{\"mappings\":{\"properties\":{\"fields\":{\"properties\":"
                                + "{\"v\":{\"type\":\"float\"}}}}}}}");
        try (Parcel ours = parcelTo("ours")) {
            ours.deliver("own v=1 " + T);
        }
        assertThat(server().get("/ours-own-*/_mapping")).contains("\"v\":{\"type\":\"float\"}");
    }

    @Test
    void namesAreTakenLiterally() {
        parcel.deliver("a\\ `t'\"\\é,my\\ tag=x\\ y\\,\\=,q\"'=2\\ from a.b=1,\\n=3,c\\,d\\ e=4 " + T);

        assertThat(parcel.rejected).isEmpty();
        assertThat(hits(server(), "a `t'\\\"\\\\é", "").path(0).path("_source").toString())
                .contains("\"measurement\":\"a `t'\\\"\\\\é\",\"tags\":{\"my tag\":\"x y,=\",\"q\\\"'\":\"2 from\"}")
                .contains("\"a.b\":1.0");
    }

    @Test
    void floatsOfEverySpellingAreStored() {
        List<String> spellings = List.of(
                "1",
                "-1",
                "0",
                "-0",
                "1.",
                ".5",
                "-.5",
                "007",
                "1e3",
                "1.E2",
                "1E-3",
                "1.5e+2",
                "123456789012345678901234567890123456789.5");
        for (int i = 0; i < spellings.size(); i++) {
            parcel.deliver("spelled,host=a f=" + spellings.get(i) + ",i=-00" + i + "i " + (T + i));
        }
        assertThat(parcel.rejectedLines()).isEmpty();
        assertThat(hits(server(), "spelled", ""))
                .extracting(hit -> hit.path("_source").path("fields").path("f").asDouble())
                .isEqualTo(spellings.stream().map(Double::valueOf).toList());
        assertThat(server().get("/met-rics-spelled-*/_mapping")).contains("\"f\":{\"type\":\"double\"}");
        assertThat(values("spelled", "i")).startsWith("0", "-1", "-2").endsWith("-12");
    }

    @Test
    void suffixesFieldsOfAnotherType() {
        try (Parcel suffixing = Parcel.suffixing(store().url(), Optional.empty(), "suffix*")) {
            suffixing.deliverOtherTypes(T);
        }
        assertThat(hits(server(), "suffixed", ""))
                .extracting(hit -> hit.path("_source").path("fields").toString())
                .containsExactly(
                        "{\"v\":1.5,\"w\":1}",
                        "{\"v\":2.5}",
                        "{\"v_string\":\"x y\",\"w\":2}",
                        "{\"v_string\":\"z\",\"w_string\":\"w\"}",
                        "{\"v\":4.5}",
                        "{\"v_string\":\"s\"}");
    }

    @Test
    void linesThatNoIndexCanStoreAreRefusedWithTheReason() {
        parcel.deliver("mixed,host=a value=1,text=\"x\",whole=1i,group.sub=1 " + T);
        Map<String, String> reasons = new LinkedHashMap<>();
        // The writer itself refuses it, before the server refuses the others.
        reasons.put("mixed,host=a value=1 -1", "before the epoch in 1970");
        reasons.put(
                "mixed,host=a value=true " + T, "measurement mixed, field value: the type double stores no boolean");
        reasons.put("mixed,host=a whole=1.5 " + T, "1.5 cannot be converted to Long without data loss");
        reasons.put("mixed,host=a big=9223372036854775808u " + T, "out of range");
        reasons.put("mixed,host=a group=1 " + T, "fields.group");
        reasons.put("mixed,host=a ..=1 " + T, "field name cannot contain only");
        reasons.put("mixed,host=a a=1,a=2 " + T, "Duplicate field 'a'");
        String wide = IntStream.range(0, 2000).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining(","));
        reasons.put("mixed,host=a " + wide + " " + T, "Limit of total fields [2000] has been exceeded");

        String good = "mixed,host=good value=1 " + T;
        parcel.deliver(good + "\n" + String.join("\n", reasons.keySet()) + "\nmixed,host=good value=2 " + (T + 1));

        assertThat(parcel.rejectedLines()).containsExactlyElementsOf(reasons.keySet());
        int i = 0;
        for (String reason : reasons.values()) {
            assertThat(parcel.rejected.get(i++).reason()).contains(reason);
        }
        assertThat(values("mixed", "value")).containsExactly("1", "1", "2");
    }

    @Test
    void measurementHasAsManyColumnsAsDeclared() {
        String most = IntStream.range(0, 996).mapToObj(i -> "f" + i + "=\"x\"").collect(Collectors.joining(","));
        parcel.deliver("broad,host=a " + most + " " + T);
        assertThat(parcel.rejected).isEmpty();
        assertThat(values("broad", "f995")).containsExactly("x");
    }

    @Test
    void writesLargeBatchesInParts() {
        String tags =
                IntStream.range(0, 20).mapToObj(i -> ",tag" + i + "=value").collect(Collectors.joining());
        String lines = IntStream.range(0, 18_000)
                .mapToObj(i -> "large,h=" + i + tags + " v=" + (i == 17_777 ? "\"x\"" : i) + " " + (T + i))
                .collect(Collectors.joining("\n"));
        assertThat(parcel.deliver(lines)).isTrue();

        assertThat(parcel.rejectedLines()).singleElement().asString().startsWith("large,h=17777,");
        server().get("/*/_refresh");
        assertThat(server().json("/met-rics-large-*/_count").path("count").asInt())
                .isEqualTo(17_999);
    }

    @Test
    void nothingIsLostOrDoubledWhenTheServerIsKilled() {
        CompletableFuture<Boolean> delivery = CompletableFuture.supplyAsync(() -> IntStream.range(0, 30)
                .allMatch(batch -> parcel.deliver(IntStream.range(0, 200)
                        .mapToObj(i -> "killed,host=h" + i + " value=" + batch + " " + (T + batch))
                        .collect(Collectors.joining("\n")))));
        Awaited.until("some batches are stored", () -> parcel.counted("weir.writer.lines.stored") >= 2000);
        server().kill();
        server().start();

        assertThat(delivery.join()).isTrue();
        assertThat(parcel.rejected).isEmpty();
        assertThat(values("killed", "value")).hasSize(6000);
    }

    @Test
    void randomLinesComeBackWithTheirValues() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> expected = new ArrayList<>();
        for (int batch = 0; batch < 5; batch++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                SortedMap<String, String> tags = new TreeMap<>();
                for (String tag : List.of("a", "b c", "d,e", "f=g")) {
                    if (random.nextBoolean()) {
                        tags.put(tag, text(random, "xy,= \\\"'`é") + "z");
                    }
                }
                double f = random.nextLong() * Math.pow(10, random.nextInt(-200, 200));
                long n = random.nextLong();
                boolean b = random.nextBoolean();
                String t = text(random, "xy,= \\\"'`é\n\t");
                lines.append(new String(new Series("rand om", tags).canonical(), UTF_8))
                        .append(" t=\"" + t.replace("\\", "\\\\").replace("\"", "\\\"") + "\",f=" + f + ",i\\ i=" + n
                                + "i")
                        .append(",b=" + b + " " + (T + expected.size()) + "\n");
                expected.add(tags + "|" + t + "|" + f + "|" + n + "|" + b);
            }
            parcel.deliver(lines.toString());
        }

        assertThat(parcel.rejected).as("seed %s", seed).isEmpty();
        List<String> found = new ArrayList<>();
        hits(server(), "rand om", "").forEach(hit -> {
            JsonNode document = hit.path("_source");
            SortedMap<String, String> tags = new TreeMap<>();
            document.path("tags")
                    .properties()
                    .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
            JsonNode fields = document.path("fields");
            found.add(tags + "|" + fields.path("t").asText() + "|"
                    + fields.path("f").asDouble() + "|" + fields.path("i i").asLong() + "|"
                    + fields.path("b").asBoolean());
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
