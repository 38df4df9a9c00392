package io.weir.writer.stores;

import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.TargetKind;
import io.weir.writer.store.directory.DirectoryKind;
import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.store.directory.PartitionFiles;
import io.weir.writer.store.failover.AddressPool;
import io.weir.writer.store.failover.FailoverStore;
import io.weir.writer.store.failover.FailoverUrl;
import io.weir.writer.store.questdb.QuestDbUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** All stores of Weir, by their addresses; {@link StoreCatalog} adds those of plugins. */
public final class Stores {
    /** In the order of the documentation. */
    public static final List<TargetKind<?>> ALL = StoreKinds.ALL;

    /** The store of {@code weir up}. */
    public static final String EMBEDDED = StoreKinds.EMBEDDED;

    /** The accepted forms of addresses, for operators. */
    public static final String FORMS = StoreKinds.FORMS;

    private Stores() {}

    /**
     * Parses the address of one of Weir's stores.
     *
     * @throws io.weir.contract.config.Refusal with the error and the expected forms
     */
    public static StoreUrl parse(String text) {
        return StoreCatalog.BUILT_IN.parse(text);
    }

    /** The store of {@code weir up}, at the address where it listens for Weir only. */
    public static StoreUrl embedded(String http, String user) {
        return new QuestDbUrl(EMBEDDED, http, Optional.of(user));
    }

    /** The abilities of the store at this address. */
    public static StoreAbilities abilities(StoreUrl url) {
        return StoreKinds.kind(url).abilities();
    }

    /** Opens the store of a server without connecting; the first call connects. */
    public static Store open(StoreUrl url, StoreOptions options) {
        return open(url, options, new AddressPool());
    }

    /**
     * The same for one of several writers.
     *
     * @param pool what the writers know of the addresses, if the URL names several
     */
    public static Store open(StoreUrl url, StoreOptions options, AddressPool pool) {
        return url instanceof FailoverUrl several
                ? new FailoverStore(several, pool, address -> openOne(address, options))
                : openOne(url, options);
    }

    private static Store openOne(StoreUrl url, StoreOptions options) {
        if (StoreKinds.kind(url) instanceof StoreKind<?> kind) {
            return open(kind, url, options);
        }
        throw new IllegalArgumentException(url.text() + " is no server");
    }

    /** Opens the files of a partition; {@link DirectoryKind#open} says more. */
    public static PartitionFiles openPartition(DirectoryUrl url, String topic, String topicId, int partition)
            throws IOException {
        if (StoreKinds.kind(url) instanceof DirectoryKind<?> kind) {
            return openPartition(kind, url, topic, topicId, partition);
        }
        throw new IllegalArgumentException(url.text() + " is no directory");
    }

    private static <U extends DirectoryUrl> PartitionFiles openPartition(
            DirectoryKind<U> kind, DirectoryUrl url, String topic, String topicId, int partition) throws IOException {
        return kind.open(kind.urls().cast(url), topic, topicId, partition);
    }

    private static <U extends StoreUrl> Store open(StoreKind<U> kind, StoreUrl url, StoreOptions options) {
        return kind.open(kind.urls().cast(url), options);
    }
}
