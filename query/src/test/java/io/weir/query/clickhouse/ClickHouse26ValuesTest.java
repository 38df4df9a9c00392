package io.weir.query.clickhouse;

import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.ClickHouseServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** With the documented rights of the dashboard. */
@Tag("long")
class ClickHouse26ValuesTest extends StoreWindows<ClickHouseSeries> {
    private @Nullable WrittenClickHouse running;

    @Override
    protected ClickHouseSeries start(Path directory, String lines) {
        WrittenClickHouse store = new WrittenClickHouse(ClickHouseServers.chdb(
                Map.of("writer", List.of("ALL ON *.*"), "reader", List.of("SELECT ON `met-rics`.*"))));
        running = store;
        store.write(lines);
        store.execute("SET ROLE reader");
        return store.series();
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
