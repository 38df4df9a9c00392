package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;

/** ClickHouse of 2018. */
class ClickHouse18GroupsTest extends ClickHouseGroups {
    ClickHouse18GroupsTest() {
        super(ClickHouseServers::debian);
    }
}
