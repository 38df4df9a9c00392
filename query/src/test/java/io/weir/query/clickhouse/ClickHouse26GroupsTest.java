package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26GroupsTest extends ClickHouseGroups {
    ClickHouse26GroupsTest() {
        super(ClickHouseServers::chdb);
    }
}
