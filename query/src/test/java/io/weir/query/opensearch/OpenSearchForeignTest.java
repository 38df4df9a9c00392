package io.weir.query.opensearch;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** OpenSearch 2.19. */
@Tag("long")
class OpenSearchForeignTest extends SearchForeign {
    OpenSearchForeignTest() {
        super(SearchServers::openSearch);
    }
}
