package io.weir.dashboard.api;

import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.query.api.PrometheusApi;
import io.weir.query.api.ValuesApi;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of queries in PromQL, those of Prometheus, and of raw values. */
public final class QueryApi {
    private static final String FORM = "application/x-www-form-urlencoded";

    private static final String NONE_OF_THEM = ", and dashboard.store is none of them";

    private final Optional<PrometheusApi> queries;
    private final Optional<ValuesApi> values;

    /** Both are empty without a store that can be read. */
    public QueryApi(Optional<PrometheusApi> queries, Optional<ValuesApi> values) {
        this.queries = queries;
        this.values = values;
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
        for (String method : List.of("GET ", "POST ")) {
            endpoints.put(method + ValuesApi.PATH, (Endpoint.Download) this::values);
        }
        return endpoints;
    }

    private Answer answer(ApiRequest request) {
        requireOwnPage(request);
        String path = request.path().substring(PrometheusApi.BASE.length());
        io.weir.query.api.Answer answer = queries.map(api -> api.answer(path, request.query(), form(request)))
                .orElseGet(() -> PrometheusApi.withoutStore("PromQL reads " + QueryStores.NAMES + NONE_OF_THEM));
        return Answer.of(answer.status(), answer.json());
    }

    private void values(ApiRequest request, Endpoint.Response response) throws IOException {
        requireOwnPage(request);
        if (values.isEmpty()) {
            io.weir.query.api.Answer answer = PrometheusApi.withoutStore(
                    "raw values are read from " + QueryStores.NAMES_OF_VALUES + NONE_OF_THEM);
            response.begin(answer.status(), "application/json").write(answer.json());
            return;
        }
        boolean hasBody = !request.method().equals("HEAD");
        values.get()
                .answer(request.query(), form(request), request.header("Accept").orElse(""), hasBody, response::begin);
    }

    /** A page elsewhere cannot read answers, but an image in it could make the store work. */
    private static void requireOwnPage(ApiRequest request) {
        if (request.header("Sec-Fetch-Site").orElse("").equals("cross-site")) {
            throw new ApiException(403, "a page of another site must not query");
        }
    }

    private static String form(ApiRequest request) {
        return request.header("Content-Type").orElse("").startsWith(FORM) ? request.body() : "";
    }
}
