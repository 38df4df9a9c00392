package io.weir.dashboard.history;

import io.weir.query.clickhouse.ClickHouseSeries;
import io.weir.query.influxdb.InfluxDbSeries;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.query.store.TableSeries;
import java.util.Optional;

/** The stores that are queried in PromQL and for raw values. */
public final class QueryStores {
    private QueryStores() {}

    /** Opens the store without connecting; empty for a kind of store that cannot be read yet. */
    public static Optional<TableSeries<?>> open(StoreAddress address) {
        return switch (address.kind()) {
            case QUESTDB -> Optional.of(new QuestDbSeries(address.http(), address.authorization()));
            case INFLUXDB1 -> Optional.of(new InfluxDbSeries(address.http(), address.place(), address.authorization()));
            case CLICKHOUSE ->
                Optional.of(new ClickHouseSeries(address.http(), address.place(), address.authorization()));
            case INFLUXDB2 -> Optional.empty();
        };
    }
}
