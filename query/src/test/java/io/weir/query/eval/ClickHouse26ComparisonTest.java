package io.weir.query.eval;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26ComparisonTest extends ClickHouseComparison {
    ClickHouse26ComparisonTest() {
        super(ClickHouseServers::chdb, 300);
    }

    /** As a library, it takes longer for each query than as a server. */
    @Override
    int groups() {
        return 4;
    }
}
