package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;

/** ClickHouse of 2018. */
class ClickHouse18NamesTest extends ClickHouseNames {
    ClickHouse18NamesTest() {
        super(ClickHouseServers::debian);
    }
}
