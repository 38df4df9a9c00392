package io.weir.standalone;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.standalone.store.EmbeddedStore;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.archive.ArchiveUrl;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import io.weir.writer.store.opensearch.OpenSearchUrl;
import io.weir.writer.store.questdb.QuestDbUrl;
import io.weir.writer.store.remotewrite.RemoteWriteUrl;
import io.weir.writer.store.victoriametrics.VictoriaMetricsUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.util.Optional;

/**
 * The address of a store and its credentials.
 *
 * @param token the store's password or token
 */
record StorePlace(StoreUrl url, Optional<String> token) {

    /** The store in this process. */
    static StorePlace of(EmbeddedStore embedded) {
        return new StorePlace(embedded.store(), Optional.of(embedded.password()));
    }

    /**
     * The store that the dashboard's settings name for queries of history: the one that the writer
     * writes to.
     */
    static StorePlace read(YamlSection section) {
        StoreUrl embedded = StoreCatalog.BUILT_IN.parse(Stores.EMBEDDED);
        return new StorePlace(
                section.value(
                                "store",
                                embedded,
                                StoreCatalog.BUILT_IN::parse,
                                "the store from which history is read, in the form of the writer's store")
                        .or(embedded, Stores.EMBEDDED),
                section.value(
                                "store-token-file",
                                "",
                                NamedFile::secret,
                                "a file with that store's password or token; else " + WriterConfig.TOKEN)
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(WriterConfig.TOKEN))));
    }

    /**
     * Returns the store of {@code up} if there is one, else this store. The token of this store is
     * the fallback.
     */
    StorePlace or(Optional<StorePlace> up) {
        return up.map(other -> new StorePlace(other.url, other.token.or(() -> token)))
                .orElse(this);
    }

    /**
     * The address as the dashboard queries it, the first of several; empty for a store that it cannot
     * query.
     */
    Optional<StoreAddress> address() {
        StoreUrl first = url.addresses().get(0);
        if (first instanceof InfluxDb1Url influx) {
            return Optional.of(
                    new StoreAddress(Kind.INFLUXDB1, influx.http(), influx.database(), influx.user(), token));
        }
        if (first instanceof InfluxDb2Url influx) {
            return Optional.of(
                    new StoreAddress(Kind.INFLUXDB2, influx.http(), influx.bucket(), Optional.empty(), token));
        }
        if (first instanceof ClickHouseUrl house) {
            Optional<String> user = token.isPresent() ? Optional.of(house.userOfPassword()) : house.user();
            return Optional.of(new StoreAddress(Kind.CLICKHOUSE, house.http(), house.database(), user, token));
        }
        if (first instanceof OpenSearchUrl search) {
            Kind kind = search.hasApiKeys() ? Kind.ELASTICSEARCH : Kind.OPENSEARCH;
            return Optional.of(new StoreAddress(kind, search.http(), search.prefix(), search.user(), token));
        }
        if (first instanceof VictoriaMetricsUrl victoria) {
            return PrometheusPlace.of(victoria)
                    .map(api -> new StoreAddress(Kind.VICTORIAMETRICS, api, "", victoria.user(), token));
        }
        if (first instanceof RemoteWriteUrl receiver) {
            return PrometheusPlace.of(receiver)
                    .map(api -> new StoreAddress(
                            Kind.PROMETHEUS, api, receiver.tenant().orElse(""), receiver.user(), token));
        }
        if (first instanceof ArchiveUrl archive) {
            return Optional.of(StoreAddress.ofArchive(archive.directory()));
        }
        return first instanceof QuestDbUrl questDb
                ? Optional.of(new StoreAddress(Kind.QUESTDB, questDb.http(), "", questDb.user(), token))
                : Optional.empty();
    }

    /** Omits the token: the default of a record would print it. */
    @Override
    public String toString() {
        return url.text();
    }
}
