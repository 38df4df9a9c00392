package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26NamesTest extends ClickHouseNames {
    ClickHouse26NamesTest() {
        super(ClickHouseServers::chdb);
    }
}
