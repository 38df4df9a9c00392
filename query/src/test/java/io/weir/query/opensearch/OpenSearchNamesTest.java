package io.weir.query.opensearch;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** OpenSearch 2.19. */
@Tag("long")
class OpenSearchNamesTest extends SearchNames {
    OpenSearchNamesTest() {
        super(SearchServers::openSearch);
    }
}
