package io.weir.query.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.ClickHouseServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26SeriesTest extends ClickHouseContract {
    ClickHouse26SeriesTest() {
        super(ClickHouseServers::chdb);
    }

    /** A column that only an insert can use. */
    @Test
    void ephemeralColumnIsNotRead() {
        store().execute("CREATE TABLE DB.passing (timestamp DateTime64(9), host LowCardinality(String), a Float64,"
                + " b Float64 EPHEMERAL) ENGINE = MergeTree ORDER BY (host, timestamp)");
        store().execute("INSERT INTO DB.passing (timestamp, host, a) VALUES ('2023-11-14 22:13:20', 'h', 1)");
        assertThat(select(of("passing_a"))).hasSize(1);
        assertThat(select(of("passing_b"))).isEmpty();
    }
}
