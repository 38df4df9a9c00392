package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.query.api.PrometheusApi;
import io.weir.query.api.Turns;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryApiTest {
    private static final String QUERY = "/api/v1/query";
    private static final Map<String, String> FORM = Map.of("content-type", "application/x-www-form-urlencoded");

    private static Optional<PrometheusApi> queries(StoreAddress address) {
        return QueryStores.series(address, () -> StorageRules.NONE)
                .map(store -> new PrometheusApi(
                        store, unused -> Resolution.RAW, Limits.DEFAULT, new Turns(1), Clock.systemUTC()));
    }

    private static StoreAddress away(Kind kind) throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            String http = "http://127.0.0.1:" + free.getLocalPort();
            return new StoreAddress(kind, http, "metrics", Optional.empty(), Optional.empty());
        }
    }

    private static Answer answer(QueryApi api, ApiRequest request) throws Exception {
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(api.endpoints().get(request.method() + " " + request.path()));
        return endpoint.answer(request);
    }

    @Test
    void formIsReadAsParameters() throws Exception {
        QueryApi api = new QueryApi(queries(away(Kind.QUESTDB)), Optional.empty());
        ApiRequest post = new ApiRequest("POST", QUERY, "127.0.0.1", Map.of(), FORM, "query=1%2B2&time=7");
        assertThat(new String(answer(api, post).body(), UTF_8)).contains("\"result\":[7,\"3\"]");
        ApiRequest json = new ApiRequest("POST", QUERY, "127.0.0.1", Map.of(), Map.of(), "query=1&time=7");
        assertThat(answer(api, json).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "QUESTDB",
                "INFLUXDB1",
                "CLICKHOUSE",
                "OPENSEARCH",
                "ELASTICSEARCH",
                "PROMETHEUS",
                "VICTORIAMETRICS"
            })
    void storeThatIsAwayIsAnError(Kind kind) throws Exception {
        QueryApi api = new QueryApi(queries(away(kind)), Optional.empty());
        Map<String, List<String>> query = Map.of("query", List.of("cpu"));
        Answer answer = answer(api, new ApiRequest("GET", QUERY, "127.0.0.1", query, Map.of(), ""));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(new String(answer.body(), UTF_8)).contains("\"errorType\":\"unavailable\"", "127.0.0.1:");
        assertThat(answer.headers()).containsEntry("Content-Type", "application/json");
    }

    @Test
    void otherStoresAreRefused() throws Exception {
        QueryApi api = new QueryApi(queries(away(Kind.INFLUXDB2)), Optional.empty());
        Answer answer = answer(api, new ApiRequest("GET", QUERY, "127.0.0.1", Map.of(), Map.of(), ""));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(new String(answer.body(), UTF_8))
                .isEqualTo(
                        "{\"status\":\"error\",\"errorType\":\"not_found\","
                                + "\"error\":\"PromQL reads a QuestDB, an InfluxDB 1.x, a ClickHouse, an OpenSearch, an"
                                + " Elasticsearch, a VictoriaMetrics, a Prometheus or an archive, and dashboard.store is none of them\"}");
    }

    @Test
    void pageOfAnotherSiteIsRefused() throws Exception {
        QueryApi api = new QueryApi(queries(away(Kind.QUESTDB)), Optional.empty());
        Map<String, List<String>> query = Map.of("query", List.of("1"));
        Map<String, String> other = Map.of("sec-fetch-site", "cross-site");
        assertThatThrownBy(() -> answer(api, new ApiRequest("GET", QUERY, "127.0.0.1", query, other, "")))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(403));
        Map<String, String> own = Map.of("sec-fetch-site", "same-origin");
        assertThat(answer(api, new ApiRequest("GET", QUERY, "127.0.0.1", query, own, ""))
                        .status())
                .isEqualTo(200);
    }
}
