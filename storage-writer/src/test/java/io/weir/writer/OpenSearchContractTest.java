package io.weir.writer;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** OpenSearch 2.19. */
@Tag("long")
class OpenSearchContractTest extends OpenSearchContract {
    OpenSearchContractTest() {
        super("opensearch", SearchServers::openSearch);
    }
}
