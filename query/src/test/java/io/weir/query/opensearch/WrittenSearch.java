package io.weir.query.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.Optional;

/** A real OpenSearch or Elasticsearch whose indices are those of the writer. */
public final class WrittenSearch implements AutoCloseable {
    public static final String PREFIX = "met-rics";

    private final ServerProcess server;

    public WrittenSearch(ServerProcess server) {
        this.server = server;
    }

    public OpenSearchSeries series() {
        return series(PREFIX);
    }

    OpenSearchSeries series(String prefix) {
        return new OpenSearchSeries("http://" + server.address(), prefix, Optional.empty());
    }

    ServerProcess server() {
        return server;
    }

    /** Writes lines by the writer, and waits until searches find them. */
    public void write(String lines) {
        write(PREFIX, lines);
    }

    /** @param place the prefix of the indices, perhaps with options */
    void write(String place, String lines) {
        byte[] bytes = lines.getBytes(UTF_8);
        try (Store writer = Stores.open(
                StoreCatalog.BUILT_IN.parse("opensearch://" + server.address() + "/" + place),
                new StoreOptions(Optional.empty(), Duration.ofMinutes(1)))) {
            assertThat(writer.prepare(bytes, bytes.length, (from, to, reason) -> {
                        throw new AssertionError(reason + ": " + new String(bytes, from, to - from, UTF_8));
                    }))
                    .isEqualTo(Reply.STORED);
            assertThat(writer.write(bytes, 0, bytes.length)).isEqualTo(Reply.STORED);
        }
        refresh();
    }

    void refresh() {
        server.get("/_all/_refresh");
    }

    @Override
    public void close() {
        server.close();
    }
}
