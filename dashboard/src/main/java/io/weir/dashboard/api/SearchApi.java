package io.weir.dashboard.api;

import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.search.Search;
import java.util.Map;

/** The endpoint for the search over all that the dashboard has in memory. */
public final class SearchApi {
    private static final int MOST_OF_A_KIND = 50;
    private static final int DEFAULT_OF_A_KIND = 5;
    private static final int AT_ONCE = 4;

    private final Search search;
    private final Searches searches = new Searches(AT_ONCE);

    /** Searches in the thread of the request. */
    public SearchApi(Search search) {
        this.search = search;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/search", (Endpoint.Once) request -> searches.answer(request, this::find));
    }

    private Answer find(ApiRequest request) {
        int limit = (int) request.number("limit", 1, MOST_OF_A_KIND, DEFAULT_OF_A_KIND);
        return Answer.of(search.find(Searches.filter(request), limit));
    }
}
