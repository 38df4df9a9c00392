package io.weir.query.clickhouse;

import io.weir.query.series.ValueStore;
import io.weir.query.store.StoreValues;
import io.weir.writer.testing.ClickHouseServers;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("long")
class ClickHouse26ValuesTest extends StoreValues {
    private @Nullable WrittenClickHouse running;

    @Override
    protected ValueStore start(Path directory, String lines) {
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
