package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.query.eval.Limits;
import io.weir.query.eval.MemorySeries;
import io.weir.query.eval.RandomSamples;
import io.weir.query.eval.RealPrometheus;
import io.weir.query.eval.Resolution;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same requests to Weir and to the real Prometheus, over the same samples: the same status and JSON. */
class PrometheusApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TIME = "&time=1700001800";
    private static final String SPAN = "&start=1700001800&end=1700001920.5&step=30";
    private static final String ALL = "start=1699999000&end=1700010000";

    private static RealPrometheus prometheus;
    private static PrometheusApi api;

    @BeforeAll
    static void fill() throws Exception {
        RandomSamples samples = new RandomSamples(new Random(1));
        prometheus = new RealPrometheus();
        prometheus.write(samples.all());
        api = new PrometheusApi(
                new MemorySeries(samples.all()),
                unused -> Resolution.RAW,
                Limits.DEFAULT,
                new Turns(1),
                Clock.systemUTC());
    }

    @AfterAll
    static void end() {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query?query=temperature" + TIME,
                "query?query=max_over_time(requests_total[5m])" + TIME + ".123",
                "query?query=up&time=2023-11-14T22:43:20.5Z",
                "query?query=up&time=2023-11-14T23:43:20%2B01:00",
                "query?query=load[1m]" + TIME,
                "query?query=1" + TIME + ".0004",
                "query?query=1&time=-1.5",
                "query?query='te\"xt ä'" + TIME,
                "query?query=missing" + TIME,
                "query?query=odd[20m]" + TIME,
                "query?query=1/0" + TIME,
                "query?query=-1/0" + TIME,
                "query?query=0/0" + TIME,
                "query?query=-0" + TIME,
                "query?query=1e-6" + TIME,
                "query?query=9.5e-7" + TIME,
                "query?query=-1e21" + TIME,
                "query?query=1.25e300" + TIME,
                "query?query=vector(1.25e300)" + TIME,
                "query?query=vector(-9.5e-7)" + TIME,
                "query?query=vector(1e-300)" + TIME,
                "query?query=vector(1e20)" + TIME,
                "query?query=vector(0/0)" + TIME,
                "query?query=vector(-1/0)" + TIME,
                "query_range?query=vector(-1e21)" + SPAN,
                "query_range?query=2e-7" + SPAN,
                "query?query=123456789012345678901" + TIME,
                "query?query=0.1%2B0.2" + TIME,
                "query?query=1e20" + TIME,
                "query?query=count_values('v',up)" + TIME,
                "query?query=up&timeout=5s" + TIME,
                "query?query=up&timeout=0" + TIME,
                "query_range?query=temperature" + SPAN,
                "query_range?query=max(requests_total)by(host)&start=1700001800&end=1700001920&step=1m",
                "query_range?query=1&start=2023-11-14T22:43:20Z&end=2023-11-14T22:43:21Z&step=0.25",
                "query_range?query=missing" + SPAN,
                "series?match[]=up&" + ALL,
                "series?match[]=up&match[]=up{host='h1'}&match[]=load&" + ALL,
                "series?match[]=missing&" + ALL,
                "labels?" + ALL,
                "labels?match[]=quota&" + ALL,
                "labels?match[]=missing&" + ALL,
                "label/host/values?" + ALL,
                "label/__name__/values?" + ALL,
                "label/le/values?match[]=up&match[]=latency_bucket{le!='1'}&" + ALL,
                "label/none/values?" + ALL,
                "metadata",
                "query_exemplars?query=up" + SPAN,
                // Errors.
                "query",
                "query?query=up%2B" + TIME,
                "query?query=up&time=x",
                "query?query=up&time=",
                "query?query=up&timeout=x" + TIME,
                "query?query=up/on(rack)up" + TIME,
                "query?query=label_join(up,'a b','','host')" + TIME,
                "query_range?query=up",
                "query_range?query=up&start=2&end=1&step=1",
                "query_range?query=up&start=1&end=2&step=0",
                "query_range?query=up&start=1&end=2&step=-1",
                "query_range?query=up&start=1&end=2&step=x",
                "query_range?query=up&start=1&end=2",
                "query_range?query=up&start=1&end=20000&step=1",
                "query_range?query=up[5m]" + SPAN,
                "query_range?query='text'" + SPAN,
                "query_range?query=)" + SPAN,
                "series?" + ALL,
                "series?match[]=up[5m]",
                "series?match[]={a=~'.*'}",
                "series?match[]=up&start=x",
                "labels?match[]=up%2B1",
                "label/a-b/values",
                "label/9/values",
            })
    void answersAsPrometheus(String request) throws Exception {
        int mark = request.indexOf('?');
        String path = mark < 0 ? request : request.substring(0, mark);
        String form = mark < 0 ? "" : encoded(request.substring(mark + 1));
        same(path, form, "");
        boolean hasPost = !path.startsWith("label/") && !path.equals("metadata");
        if (hasPost && !form.isEmpty()) {
            same(path, "", form);
        }
    }

    private static void same(String path, String query, String form) throws Exception {
        HttpResponse<String> expected =
                prometheus.answer("/api/v1/" + path + (query.isEmpty() ? "" : "?" + query), form);
        Answer answer = api.answer(path, decoded(query), form);
        JsonNode own = JSON.readTree(answer.json());
        JsonNode others = JSON.readTree(expected.body());
        assertThat(answer.status()).as("%s, not %s", own, others).isEqualTo(expected.statusCode());
        assertThat(sorted(own)).isEqualTo(sorted(others));
    }

    /** Without the texts of errors, which differ, and with series in one order. */
    private static JsonNode sorted(JsonNode answer) {
        ObjectNode copy = answer.deepCopy();
        if (copy.has("error")) {
            assertThat(copy.path("error").asText()).isNotBlank();
            copy.put("error", "");
        }
        if (copy.path("data").isArray()) {
            copy.set("data", sorted((ArrayNode) copy.path("data")));
        }
        String type = copy.path("data").path("resultType").asText();
        if (type.equals("vector") || type.equals("matrix")) {
            ObjectNode data = (ObjectNode) copy.path("data");
            data.set("result", sorted((ArrayNode) data.path("result")));
        }
        return copy;
    }

    private static ArrayNode sorted(ArrayNode array) {
        List<JsonNode> entries = new ArrayList<>();
        array.forEach(entries::add);
        entries.sort(Comparator.comparing(JsonNode::toString));
        return JSON.createArrayNode().addAll(entries);
    }

    /** Encodes what an address must not contain, and keeps what is encoded. */
    private static String encoded(String query) {
        StringBuilder text = new StringBuilder();
        query.codePoints().forEach(c -> {
            String each = Character.toString(c);
            text.append("=&%".contains(each) ? each : URLEncoder.encode(each, UTF_8));
        });
        return text.toString();
    }

    private static Map<String, List<String>> decoded(String query) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            parameters
                    .computeIfAbsent(URLDecoder.decode(pair.substring(0, equals), UTF_8), unseen -> new ArrayList<>())
                    .add(URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        return parameters;
    }

    @Test
    void buildInformationHasThePartsOfPrometheus() throws Exception {
        JsonNode own =
                JSON.readTree(api.answer("status/buildinfo", Map.of(), "").json());
        JsonNode others =
                JSON.readTree(prometheus.answer("/api/v1/status/buildinfo", "").body());
        assertThat(own.path("data").fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(names(others));
        assertThat(own.path("data").path("version").asText()).startsWith("2.");
    }

    private static List<String> names(JsonNode answer) {
        List<String> names = new ArrayList<>();
        answer.path("data").fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void evaluationIsAtTheTimeOfTheRequestByDefault() throws IOException {
        long before = System.currentTimeMillis() / 1000;
        JsonNode answer = JSON.readTree(
                api.answer("query", Map.of("query", List.of("time()")), "").json());
        assertThat(answer.path("data").path("result").path(0).asLong())
                .isBetween(before, System.currentTimeMillis() / 1000);
    }

    /** A number was once compared in a time that grows with the square of its length. */
    @Test
    @Timeout(60)
    void longNumbersAreReadInTime() {
        Map<String, List<String>> query = Map.of("query", List.of("1"), "time", List.of("1".repeat(1_000_000) + "x"));
        assertThat(api.answer("query", query, "").status()).isEqualTo(400);
    }

    @Test
    void listsHaveFewSelectors() {
        assertThat(list(Collections.nCopies(100, "up"))).isEqualTo(200);
        assertThat(list(Collections.nCopies(101, "up"))).isEqualTo(400);
        assertThat(list(List.of("up{a=~\"" + "x".repeat(10_000) + "\"}"))).isEqualTo(400);
    }

    private static int list(List<String> selectors) {
        return api.answer("series", Map.of("match[]", selectors), "").status();
    }

    /** A store that has 60 000 other series for each selector, and notes the time that it may take. */
    private static final class ManySeries implements SeriesStore {
        private final List<Duration> times = new ArrayList<>();

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            times.add(allowance.time());
            return List.of();
        }

        @Override
        public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
            times.add(allowance.time());
            List<Labels> series = new ArrayList<>();
            for (int i = 0; i < 60_000; i++) {
                series.add(Labels.of(Map.of("host", times.size() + "-" + i)));
            }
            return series;
        }
    }

    @Test
    void selectorsShareOneLimitOfSeriesAndTime() {
        ManySeries store = new ManySeries();
        PrometheusApi bounded =
                new PrometheusApi(store, unused -> Resolution.RAW, Limits.DEFAULT, new Turns(1), Clock.systemUTC());
        Answer one = bounded.answer("series", Map.of("match[]", List.of("a")), "");
        assertThat(one.status()).isEqualTo(200);
        Answer three = bounded.answer("series", Map.of("match[]", List.of("a", "b", "c")), "");
        assertThat(three.status()).isEqualTo(422);
        assertThat(new String(three.json(), UTF_8)).contains("more than 100000 series match");
        assertThat(store.times).hasSize(3);
        assertThat(store.times.get(2)).isLessThan(store.times.get(1));
    }

    /** A store that reads 150 000 series one by one. */
    private static final class LargeStore implements SeriesStore {
        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of();
        }

        @Override
        public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
            throw new EvaluationException("too many");
        }

        @Override
        public SortedSet<String> texts(
                List<Matcher> matchers,
                long from,
                long to,
                Function<Labels, Collection<String>> of,
                Allowance allowance) {
            SortedSet<String> all = new TreeSet<>();
            for (int i = 0; i < 150_000; i++) {
                all.addAll(of.apply(
                        Labels.of(Map.of(Matcher.METRIC_NAME, "m" + i % 10, "host", "h" + i, "rack", "r" + i % 100))));
            }
            return all;
        }
    }

    @Test
    void namesAndValuesOfLabelsAreListedForAnyNumberOfSeries() throws IOException {
        PrometheusApi large = new PrometheusApi(
                new LargeStore(), unused -> Resolution.RAW, Limits.DEFAULT, new Turns(1), Clock.systemUTC());
        assertThat(data(large.answer("label/rack/values", Map.of(), ""))).hasSize(100);
        assertThat(data(large.answer("label/__name__/values", Map.of(), ""))).hasSize(10);
        assertThat(data(large.answer("labels", Map.of(), ""))).hasSize(3);
        assertThat(data(large.answer("label/none/values", Map.of(), ""))).isEmpty();
        Answer hosts = large.answer("label/host/values", Map.of(), "");
        assertThat(hosts.status()).isEqualTo(422);
        assertThat(new String(hosts.json(), UTF_8)).contains("the list has more than 100000 entries");
        assertThat(large.answer("series", Map.of("match[]", List.of("m1")), "").status())
                .isEqualTo(422);
    }

    private static JsonNode data(Answer answer) throws IOException {
        assertThat(answer.status()).isEqualTo(200);
        return JSON.readTree(answer.json()).path("data");
    }

    @Test
    void formThatIsNotEncodedIsRefused() {
        assertThat(api.answer("query", Map.of(), "query=%zz").status()).isEqualTo(400);
    }
}
