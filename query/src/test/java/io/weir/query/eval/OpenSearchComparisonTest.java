package io.weir.query.eval;

import io.weir.writer.testing.SearchServers;
import org.junit.jupiter.api.Tag;

/** OpenSearch 2.19. */
@Tag("long")
class OpenSearchComparisonTest extends SearchComparison {
    OpenSearchComparisonTest() {
        super(SearchServers::openSearch);
    }
}
