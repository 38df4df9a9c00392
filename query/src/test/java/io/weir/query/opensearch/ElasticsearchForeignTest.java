package io.weir.query.opensearch;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** Elasticsearch 7.17. */
@Tag("long")
class ElasticsearchForeignTest extends SearchForeign {
    ElasticsearchForeignTest() {
        super(SearchServers::elasticsearch);
    }
}
