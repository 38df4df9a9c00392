package io.weir.query.opensearch;

import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where the searches for all pages of an answer run.
 *
 * @param preference by which the server chooses the same copy of a shard for each page
 */
record SearchTarget(Indices indices, String preference) {
    /** A target with its own preference. */
    static SearchTarget of(Indices indices) {
        return new SearchTarget(indices, "weir" + ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
    }

    /** The path of a search. By default, an answer without some of the indices is a success, and so is one without any. */
    String path() {
        return "/" + indices.path() + "/_search?allow_partial_search_results=false&allow_no_indices=false&preference="
                + preference;
    }

    /** The same as the header of a search in a multi-search. */
    Map<String, Object> header() {
        return Map.of(
                "index",
                indices.names(),
                "allow_partial_search_results",
                false,
                "allow_no_indices",
                false,
                "preference",
                preference);
    }
}
