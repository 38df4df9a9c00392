package io.weir.query.eval;

import io.weir.query.opensearch.WrittenSearch;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A real OpenSearch or Elasticsearch. */
abstract class SearchComparison extends StoreComparison {
    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenSearch running;

    SearchComparison(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) {
        WrittenSearch store = new WrittenSearch(servers.get());
        running = store;
        store.write(SampleLines.of(series, random));
        return store.series();
    }

    @Override
    void end() {
        if (running != null) {
            running.close();
        }
    }
}
