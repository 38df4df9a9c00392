package io.weir.query.clickhouse;

import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.ClickHouseServers;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("long")
class ClickHouse18ValuesTest extends StoreWindows<ClickHouseSeries> {
    private @Nullable WrittenClickHouse running;

    @Override
    protected ClickHouseSeries start(Path directory, String lines) {
        WrittenClickHouse store = new WrittenClickHouse(ClickHouseServers.debian());
        running = store;
        store.write(lines);
        return store.series();
    }

    /** The server has no type for flags. */
    @Override
    protected String flag(boolean value) {
        return value ? "integer 1" : "integer 0";
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
