package io.weir.query.eval;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** Elasticsearch 7.17. */
@Tag("long")
class ElasticsearchComparisonTest extends SearchComparison {
    ElasticsearchComparisonTest() {
        super(SearchServers::elasticsearch);
    }
}
