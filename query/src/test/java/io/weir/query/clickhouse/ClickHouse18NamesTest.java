package io.weir.query.clickhouse;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;

/** ClickHouse of 2018. */
@Tag("long")
class ClickHouse18NamesTest extends ClickHouseNames {
    ClickHouse18NamesTest() {
        super(ClickHouseServers::debian);
    }
}
