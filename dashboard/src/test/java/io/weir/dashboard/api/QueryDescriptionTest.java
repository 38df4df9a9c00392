package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.serialization.YamlMapperFactory;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.service.Health;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import io.weir.query.api.PrometheusApi;
import io.weir.query.api.Turns;
import io.weir.query.api.ValueLimits;
import io.weir.query.api.ValuesApi;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description of the API in OpenAPI, and the answers of the API over a real QuestDB. */
@TestInstance(Lifecycle.PER_CLASS)
class QueryDescriptionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VALUES = "/api/v1/values";

    private JsonNode description = JSON.nullNode();
    private Map<String, Endpoint> endpoints = Map.of();

    @SuppressWarnings("NullAway.Init")
    private EmbeddedQuestDb store;

    private record Answered(int status, String type, String body) {}

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        description = YamlMapperFactory.getInstance()
                .readTree(Path.of("..", "docs", "query-api.yaml").toFile());
        store = new EmbeddedQuestDb(directory).start();
        store.exec("CREATE TABLE load (timestamp TIMESTAMP_NS, host SYMBOL, value DOUBLE, state VARCHAR, up BOOLEAN, n"
                + " LONG, bins DOUBLE[]) TIMESTAMP(timestamp)");
        store.exec("INSERT INTO load VALUES ('2023-11-14T22:13:10.5Z', 'a', 1.5, 'ok', true, 7, ARRAY[1.5, 2])");
        QuestDbSeries series = new QuestDbSeries(store.url().replace("questdb:", "http:"), Optional.empty());
        Turns turns = new Turns(1);
        PrometheusApi queries =
                new PrometheusApi(series, unused -> Resolution.RAW, Limits.DEFAULT, turns, Clock.systemUTC());
        ValuesApi values =
                new ValuesApi(series, new ValueLimits(100, 1 << 20, Duration.ofMinutes(1)), turns, Clock.systemUTC());
        endpoints = new HashMap<>(new QueryApi(Optional.of(queries), Optional.of(values)).endpoints());
        AlarmTable alarms = new AlarmTable();
        alarms.onCaughtUp();
        LocatedRules rules = RuleText.parse("rules.yaml", "version: 1\n".getBytes(UTF_8), TableSource.NONE)
                .located();
        endpoints.putAll(new AlertsApi(alarms, Health::running, () -> Optional.of(rules)).endpoints());
    }

    @AfterAll
    void stop() {
        store.close();
    }

    @Test
    void describesAllEndpoints() {
        Set<String> described = new TreeSet<>();
        description.path("paths").properties().forEach(path -> path.getValue()
                .fieldNames()
                .forEachRemaining(method -> {
                    if (!method.equals("parameters")) {
                        described.add(method.toUpperCase(Locale.ROOT) + " "
                                + path.getKey().replace("{name}", "*"));
                    }
                }));
        assertThat(described).isEqualTo(new TreeSet<>(endpoints.keySet()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query",
                "query_range",
                "query_exemplars",
                "series",
                "labels",
                "label/{name}/values",
                "metadata",
                "status/buildinfo",
                "alerts",
                "rules",
                "values"
            })
    void parametersAndAnswersAreAsDescribed(String path) throws Exception {
        JsonNode get = description.path("paths").path("/api/v1/" + path).path("get");
        Map<String, List<String>> examples = new HashMap<>();
        List<JsonNode> parameters = new ArrayList<>();
        get.path("parameters").forEach(each -> parameters.add(resolved(each)));
        parameters.forEach(each -> examples.put(each.path("name").asText(), example(each)));
        examples.remove("format");
        checkAnswer(get, path, examples, 200);
        for (JsonNode each : parameters) {
            String name = each.path("name").asText();
            Map<String, List<String>> wrong = new HashMap<>(examples);
            wrong.put(name, List.of("("));
            assertThat(checkAnswer(get, path, wrong, 400).body()).contains("invalid parameter \\\"" + name);
            Map<String, List<String>> without = new HashMap<>(examples);
            without.remove(name);
            checkAnswer(get, path, without, each.path("required").asBoolean() ? 400 : 200);
        }
    }

    @Test
    void formatsAreAsDescribed() throws Exception {
        JsonNode get = description.path("paths").path(VALUES).path("get");
        JsonNode described = resolved(get.path("responses").path("200")).path("content");
        Set<String> types = new TreeSet<>();
        JsonNode formats = get.path("parameters").path(3);
        assertThat(formats.path("name").asText()).isEqualTo("format");
        for (JsonNode format : formats.path("schema").path("enum")) {
            types.add(answer(
                            "values",
                            Map.of(
                                    "series", List.of("load"),
                                    "from", List.of("0"),
                                    "format", List.of(format.asText())))
                    .type());
        }
        Set<String> ofDescription = new TreeSet<>();
        described.fieldNames().forEachRemaining(ofDescription::add);
        assertThat(types).isEqualTo(ofDescription);
    }

    private Answered checkAnswer(JsonNode get, String path, Map<String, List<String>> parameters, int status)
            throws Exception {
        Answered answer = answer(path, parameters);
        String about = path + " " + parameters + ": " + answer;
        assertThat(answer.status()).as(about).isEqualTo(status);
        JsonNode response = resolved(get.path("responses").path(status == 200 ? "200" : "default"));
        JsonNode schema = response.path("content").path(answer.type()).path("schema");
        assertThat(schema.isObject()).as(about).isTrue();
        for (String line : answer.body().split("\n")) {
            assertThat(complaints(schema, line)).as("%s", line).isEmpty();
        }
        assertThat(complaints(schema, "{\"status\":\"none\"}")).isNotEmpty();
        return answer;
    }

    private List<String> complaints(JsonNode schema, String json) throws IOException {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", description.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(whole)
                .validate(JSON.readTree(json))
                .stream()
                .map(Object::toString)
                .toList();
    }

    private Answered answer(String path, Map<String, List<String>> parameters) throws Exception {
        String whole = "/api/v1/" + path.replace("{name}", "host");
        Endpoint endpoint = Objects.requireNonNull(endpoints.get("GET /api/v1/" + path.replace("{name}", "*")));
        ApiRequest request = new ApiRequest("GET", whole, "127.0.0.1", parameters, Map.of(), "");
        if (endpoint instanceof Endpoint.Download download) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            List<Object> begun = new ArrayList<>();
            download.answer(request, (status, type) -> {
                begun.addAll(List.of(status, type));
                return body;
            });
            return new Answered((int) begun.get(0), (String) begun.get(1), body.toString(UTF_8));
        }
        Answer answer = ((Endpoint.Once) endpoint).answer(request);
        return new Answered(
                answer.status(),
                Objects.requireNonNull(answer.headers().get("Content-Type")),
                new String(answer.body(), UTF_8));
    }

    private static List<String> example(JsonNode parameter) {
        JsonNode example = parameter.path("example");
        return List.of(example.isArray() ? example.path(0).asText() : example.asText());
    }

    /** What a reference names; other nodes as they are. */
    private JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asText();
        return reference.isEmpty() ? node : description.at(reference.substring(1));
    }
}
