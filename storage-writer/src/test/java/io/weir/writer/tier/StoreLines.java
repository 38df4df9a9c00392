package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.time.Duration;
import java.util.Optional;

/** Writes lines directly to a store. */
final class StoreLines implements AutoCloseable {
    private final Store store;

    StoreLines(String url) {
        this(url, Optional.empty());
    }

    StoreLines(String url, Optional<String> token) {
        store = Stores.open(StoreCatalog.BUILT_IN.parse(url), new StoreOptions(token, Duration.ofSeconds(30)));
    }

    /** Fails unless all are stored. */
    void write(String... lines) {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(UTF_8);
        Reply prepared = store.prepare(bytes, bytes.length, (from, to, said) -> {
            throw new AssertionError(said);
        });
        Reply reply = prepared instanceof Reply.Stored ? store.write(bytes, 0, bytes.length) : prepared;
        if (!(reply instanceof Reply.Stored)) {
            throw new AssertionError(reply.toString());
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
