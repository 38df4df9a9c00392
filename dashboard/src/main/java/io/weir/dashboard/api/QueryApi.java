package io.weir.dashboard.api;

import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.query.api.PrometheusApi;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The endpoints of queries in PromQL: those of Prometheus. */
public final class QueryApi {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Optional<PrometheusApi> queries;

    /** @param queries empty without a store that PromQL can read */
    public QueryApi(Optional<PrometheusApi> queries) {
        this.queries = queries;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        Map<String, Endpoint> endpoints = new HashMap<>();
        for (String path : PrometheusApi.PATHS) {
            endpoints.put("GET " + PrometheusApi.BASE + path, (Endpoint.Query) this::answer);
        }
        for (String path : PrometheusApi.PATHS_OF_FORMS) {
            endpoints.put("POST " + PrometheusApi.BASE + path, (Endpoint.Query) this::answer);
        }
        return endpoints;
    }

    private Answer answer(ApiRequest request) {
        // A page elsewhere cannot read answers, but an image in it could make the store work.
        if (request.header("Sec-Fetch-Site").orElse("").equals("cross-site")) {
            throw new ApiException(403, "a page of another site must not query");
        }
        boolean isForm = request.header("Content-Type").orElse("").startsWith(FORM);
        String path = request.path().substring(PrometheusApi.BASE.length());
        io.weir.query.api.Answer answer = queries.map(
                        api -> api.answer(path, request.query(), isForm ? request.body() : ""))
                .orElseGet(
                        () -> PrometheusApi.withoutStore(
                                "PromQL reads a QuestDB, an InfluxDB 1.x or a ClickHouse, and dashboard.store is none of them"));
        return Answer.of(answer.status(), answer.json());
    }
}
