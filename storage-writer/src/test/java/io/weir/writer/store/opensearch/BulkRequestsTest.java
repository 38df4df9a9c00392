package io.weir.writer.store.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Address;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BulkRequestsTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final ObjectMapper JSON = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final BulkRequests requests = new BulkRequests(url("opensearch://h/p"));

    private static OpenSearchUrl url(String text) {
        return new OpenSearchKind().parse(Address.of(text, ""));
    }

    /** The parts of a body, of which each is an object. */
    private List<JsonNode> encoded(BulkRequests to, String lines) throws IOException {
        byte[] bytes = lines.getBytes(UTF_8);
        LineReader line = new LineReader();
        SeriesReader series = new SeriesReader();
        to.clear();
        line.wrap(bytes, 0, bytes.length);
        while (line.next()) {
            assertThat(series.read(bytes, line.seriesStart(), line.seriesEnd())).hasToString("NONE");
            to.add(line, series);
        }
        List<JsonNode> parts = new ArrayList<>();
        for (String part : new String(to.bytes(), 0, to.length(), UTF_8).split("\n")) {
            parts.add(JSON.readTree(part));
        }
        return parts;
    }

    private String index(BulkRequests to, String line) throws IOException {
        return encoded(to, line).get(0).path("index").path("_index").asText();
    }

    private String id(String line) throws IOException {
        return id(requests, line);
    }

    private String id(BulkRequests to, String line) throws IOException {
        return encoded(to, line).get(0).path("index").path("_id").asText();
    }

    @Test
    void randomLinesBecomeTheirDocuments() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            String measurement = "m" + text(random) + "m";
            SortedMap<String, String> tags = new TreeMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                tags.put("k" + text(random) + i, text(random) + "v");
            }
            Map<String, Object> fields = new HashMap<>();
            StringBuilder spelled = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                String key = "f" + text(random) + i;
                spelled.append(spelled.isEmpty() ? "" : ",")
                        .append(new String(FieldKey.spelled(key), UTF_8))
                        .append('=');
                switch (random.nextInt(4)) {
                    case 0 -> {
                        double value = random.nextBoolean()
                                ? Double.longBitsToDouble(random.nextLong() & ~(1L << 62))
                                : random.nextInt(-50, 50) / 4.0;
                        boolean isShort = value == Math.rint(value) && Math.abs(value) < 100 && value != 0;
                        fields.put(key, value);
                        spelled.append(isShort ? Long.toString((long) value) : Double.toString(value));
                    }
                    case 1 -> {
                        long value = random.nextLong() >> random.nextInt(64);
                        fields.put(key, value);
                        spelled.append(value).append('i');
                    }
                    case 2 -> {
                        boolean value = random.nextBoolean();
                        fields.put(key, value);
                        spelled.append(value ? "T" : "false");
                    }
                    default -> {
                        String value = text(random) + "\n\u0001\"";
                        fields.put(key, value);
                        spelled.append('"')
                                .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                                .append('"');
                    }
                }
            }
            long stamp = random.nextLong() >>> random.nextInt(1, 40);
            String line = new String(new Series(measurement, tags).canonical(), UTF_8) + " " + spelled + " " + stamp;

            List<JsonNode> parts = encoded(requests, line);

            Instant time = Instant.ofEpochSecond(0, stamp);
            JsonNode document = parts.get(1);
            assertThat(parts).as("seed %s line %s", SEED, line).hasSize(2);
            assertThat(Instant.parse(document.path("@timestamp").asText())).isEqualTo(time);
            assertThat(document.path("@timestamp").asText()).hasSize("2026-11-27T00:00:00.000000000Z".length());
            assertThat(document.path("measurement").asText())
                    .as("seed %s", SEED)
                    .isEqualTo(measurement);
            assertThat(values(document.path("tags"))).as("seed %s", SEED).isEqualTo(tags);
            assertThat(values(document.path("fields"))).as("seed %s", SEED).isEqualTo(fields);
            assertThat(parts.get(0).path("index").path("_index").asText())
                    .endsWith("-" + time.toString().substring(0, 10).replace('-', '.'))
                    .matches("p-[a-z0-9._-]+");
        }
    }

    private static Map<String, Object> values(JsonNode fields) {
        Map<String, Object> values = new HashMap<>();
        fields.properties().forEach(field -> {
            JsonNode value = field.getValue();
            values.put(
                    field.getKey(),
                    value.isFloatingPointNumber()
                            ? (Object) value.asDouble()
                            : value.isNumber()
                                    ? (Object) value.asLong()
                                    : value.isBoolean() ? (Object) value.asBoolean() : value.asText());
        });
        return values;
    }

    @Test
    void idIsOfTheSeriesAndTheTime() throws IOException {
        assertThat(id("m,host=a v=1 5")).isEqualTo(id("m,host=a w=2 5")).hasSize(22);
        Set<String> ids = new HashSet<>();
        for (String line : List.of("m,host=a v=1 5", "m,host=a v=1 6", "m,host=b v=1 5", "m v=1 5", "M v=1 5")) {
            ids.add(id(line));
        }
        assertThat(ids).hasSize(5);
    }

    @Test
    void idOfADocumentIsOfItsFieldsToo() throws IOException {
        BulkRequests documents = new BulkRequests(url("opensearch://h/p?documents=true"));

        String id = id(documents, "m,host=a t=\"x\" 5");
        assertThat(id).hasSize(33).startsWith(id("m,host=a t=\"x\" 5")).isEqualTo(id(documents, "m,host=a t=\"x\" 5"));
        assertThat(id(documents, "m,host=a t=\"y\" 5")).isNotEqualTo(id);
    }

    @Test
    void idsAreInTheOrderOfTime() throws IOException {
        List<String> ids = new ArrayList<>();
        for (long stamp : new long[] {-5, -1, 0, 1, 63, 64, 4096, 1_700_000_000_000_000_000L, Long.MAX_VALUE}) {
            ids.add(id("m,host=a v=1 " + stamp));
        }
        assertThat(ids).isSorted();
    }

    @Test
    void namesOfIndicesHaveAllowedCharactersOnly() throws IOException {
        assertThat(index(requests, "Cpu\\ Load\\,x/y:é v=1 0")).isEqualTo("p-cpu_load_x_y___-1970.01.01");
        assertThat(index(requests, "x".repeat(400) + " v=1 0")).isEqualTo("p-" + "x".repeat(190) + "-1970.01.01");
        assertThat(index(new BulkRequests(url("elasticsearch://h/p?per=month")), "cpu v=1 0"))
                .isEqualTo("p-cpu-1970.01");
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append("ab,= \\\"'é".charAt(random.nextInt(9)));
        }
        // A backslash before an escaped character, or at the end, has no spelling in a tag.
        return text.toString().replace("\\", "\\/");
    }
}
