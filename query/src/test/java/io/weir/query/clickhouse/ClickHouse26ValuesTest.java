package io.weir.query.clickhouse;

import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.ClickHouseServers;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("long")
class ClickHouse26ValuesTest extends StoreWindows<ClickHouseSeries> {
    private @Nullable WrittenClickHouse running;

    @Override
    protected ClickHouseSeries start(Path directory, String lines) {
        WrittenClickHouse store = new WrittenClickHouse(ClickHouseServers.chdb());
        running = store;
        store.write(lines);
        return store.series();
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
