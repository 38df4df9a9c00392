package io.weir.query.opensearch;

import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreProcessedTiers;
import io.weir.writer.testing.SearchServers;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("long")
class OpenSearchProcessedTierTest extends StoreProcessedTiers {
    private @Nullable WrittenSearch running;

    @Override
    protected void start(Path directory, String lines) throws Exception {
        WrittenSearch store = new WrittenSearch(SearchServers.openSearch());
        running = store;
        store.write(lines);
        store.refresh();
    }

    @Override
    protected SeriesStore store() {
        return Objects.requireNonNull(running).series();
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
