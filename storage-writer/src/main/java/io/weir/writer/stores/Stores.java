package io.weir.writer.stores;

import io.weir.writer.plugin.PluginUrl;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.TargetKind;
import io.weir.writer.store.archive.ArchiveKind;
import io.weir.writer.store.clickhouse.ClickHouseKind;
import io.weir.writer.store.directory.DirectoryKind;
import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.store.directory.PartitionFiles;
import io.weir.writer.store.failover.AddressPool;
import io.weir.writer.store.failover.FailoverStore;
import io.weir.writer.store.failover.FailoverUrl;
import io.weir.writer.store.file.FileKind;
import io.weir.writer.store.influxdb.InfluxDb1Kind;
import io.weir.writer.store.influxdb.InfluxDb2Kind;
import io.weir.writer.store.influxdb3.InfluxDb3Kind;
import io.weir.writer.store.opensearch.OpenSearchKind;
import io.weir.writer.store.opentsdb.OpenTsdbKind;
import io.weir.writer.store.otlp.OtlpKind;
import io.weir.writer.store.questdb.QuestDbKind;
import io.weir.writer.store.questdb.QuestDbUrl;
import io.weir.writer.store.remotewrite.RemoteWriteKind;
import io.weir.writer.store.victoriametrics.VictoriaMetricsKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Weir's own stores. A new store adds a line to {@link #ALL}, and its check to {@code StoreFacts} of
 * standalone. {@link StoreCatalog} adds the stores of plugins.
 */
public final class Stores {
    /** In the order of the documentation. */
    public static final List<TargetKind<?>> ALL = List.of(
            new QuestDbKind(),
            new InfluxDb1Kind(),
            new InfluxDb2Kind(),
            new InfluxDb3Kind(),
            new VictoriaMetricsKind(),
            new RemoteWriteKind(),
            new ClickHouseKind(),
            new OpenSearchKind(),
            new OpenTsdbKind(),
            new OtlpKind(),
            new ArchiveKind(),
            new FileKind());

    /** The store of {@code weir up}. */
    public static final String EMBEDDED = "questdb:embedded";

    /** The accepted forms of addresses, for operators. */
    public static final String FORMS = EMBEDDED + ", "
            + ALL.stream().map(TargetKind::form).collect(Collectors.joining(", "))
            + "; with an s after the scheme for TLS; several addresses of one store as HOST,HOST; the password or token"
            + " in WEIR_STORE_TOKEN";

    private Stores() {}

    /** The store of {@code weir up}, at the address where it listens for Weir only. */
    public static StoreUrl embedded(String http, String user) {
        return new QuestDbUrl(EMBEDDED, http, Optional.of(user));
    }

    /** The abilities of the store at this address. */
    public static StoreAbilities abilities(StoreUrl url) {
        return kind(url).abilities();
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
        if (kind(url) instanceof StoreKind<?> kind) {
            return open(kind, url, options);
        }
        throw new IllegalArgumentException(url.text() + " is no server");
    }

    /** Opens the files of a partition; {@link DirectoryKind#open} says more. */
    public static PartitionFiles openPartition(DirectoryUrl url, String topic, String log, int partition)
            throws IOException {
        if (kind(url) instanceof DirectoryKind<?> kind) {
            return openPartition(kind, url, topic, log, partition);
        }
        throw new IllegalArgumentException(url.text() + " is no directory");
    }

    private static <U extends DirectoryUrl> PartitionFiles openPartition(
            DirectoryKind<U> kind, DirectoryUrl url, String topic, String log, int partition) throws IOException {
        return kind.open(kind.urls().cast(url), topic, log, partition);
    }

    private static <U extends StoreUrl> Store open(StoreKind<U> kind, StoreUrl url, StoreOptions options) {
        return kind.open(kind.urls().cast(url), options);
    }

    /** The schemes of all addresses, with and without TLS. */
    static Set<String> schemes() {
        return ALL.stream()
                .flatMap(kind -> kind.schemes().stream())
                .flatMap(scheme -> Stream.of(scheme, scheme + "s"))
                .collect(Collectors.toUnmodifiableSet());
    }

    static TargetKind<?> kind(StoreUrl url) {
        StoreUrl first = url.addresses().get(0);
        if (first instanceof PluginUrl own) {
            return own.kind();
        }
        return ALL.stream()
                .filter(kind -> kind.urls().isInstance(first))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no store has the address " + url.text()));
    }
}
