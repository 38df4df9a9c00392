package io.weir.writer;

import io.weir.writer.testing.ClickHouseServers;
import java.util.LinkedHashMap;
import java.util.Map;

/** ClickHouse of 2018, without DateTime64, LowCardinality, codecs and Bool. */
class ClickHouse18ContractTest extends ClickHouseContract {
    ClickHouse18ContractTest() {
        super(ClickHouseServers::debian);
    }

    @Override
    Map<String, String> wrongAddresses() {
        Map<String, String> all = new LinkedHashMap<>(super.wrongAddresses());
        all.put(store().url().replace("weir@", "reader@"), "correct user 'reader' and the password");
        all.put(
                store().url().replace("weir@", "reader@").replace("met-rics", "none"),
                "Cannot create database in readonly mode");
        all.put(store().url() + "?keep=30d", "has no TTL: remove ?keep");
        return all;
    }
}
