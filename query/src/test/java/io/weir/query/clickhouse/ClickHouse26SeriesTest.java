package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26SeriesTest extends ClickHouseContract {
    ClickHouse26SeriesTest() {
        super(ClickHouseServers::chdb);
    }
}
