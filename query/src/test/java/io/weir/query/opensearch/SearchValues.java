package io.weir.query.opensearch;

import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A real OpenSearch or Elasticsearch. */
abstract class SearchValues extends StoreWindows<OpenSearchSeries> {
    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenSearch running;

    SearchValues(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @Override
    protected OpenSearchSeries start(Path directory, String lines) {
        WrittenSearch store = new WrittenSearch(servers.get());
        running = store;
        store.write(lines);
        return store.series();
    }

    @Override
    protected boolean answersBySeries() {
        return true;
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
