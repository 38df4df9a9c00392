package io.weir.standalone.query;

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

/** Debian's Prometheus with the samples of lines. */
final class FilledPrometheus implements AutoCloseable {
    private final ServerProcess server = ServerProcess.prometheus("{}");

    /** @param lines line protocol; a series is named after measurement and field */
    FilledPrometheus(String lines) {
        byte[] bytes = (lines + "\n").getBytes(UTF_8);
        try (Store store = Stores.open(
                StoreCatalog.BUILT_IN.parse("remotewrite://" + server.address()),
                new StoreOptions(Optional.empty(), Duration.ofSeconds(30)))) {
            assertThat(store.prepare(bytes, bytes.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    }))
                    .isInstanceOf(Reply.Stored.class);
            assertThat(store.write(bytes, 0, bytes.length)).isInstanceOf(Reply.Stored.class);
        }
    }

    String url() {
        return "http://" + server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
