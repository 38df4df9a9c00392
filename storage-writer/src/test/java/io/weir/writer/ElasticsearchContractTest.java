package io.weir.writer;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** Elasticsearch 7.17. */
@Tag("long")
class ElasticsearchContractTest extends OpenSearchContract {
    ElasticsearchContractTest() {
        super("elasticsearch", SearchServers::elasticsearch);
    }
}
