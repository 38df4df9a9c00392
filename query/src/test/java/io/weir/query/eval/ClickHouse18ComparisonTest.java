package io.weir.query.eval;

import io.weir.writer.testing.ClickHouseServers;

/** ClickHouse of 2018, whose times are integers. */
class ClickHouse18ComparisonTest extends ClickHouseComparison {
    ClickHouse18ComparisonTest() {
        super(ClickHouseServers::debian, 10);
    }
}
