package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.archive.ArchiveSeries;
import io.weir.query.clickhouse.ClickHouseSeries;
import io.weir.query.influxdb.InfluxDbSeries;
import io.weir.query.opensearch.OpenSearchSeries;
import io.weir.query.prometheus.KnownMeasurements;
import io.weir.query.prometheus.PrometheusSeries;
import io.weir.query.prometheus.PrometheusWindows;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.ValueStore;
import io.weir.query.series.WindowStore;
import io.weir.query.store.WindowTables;
import io.weir.query.tier.ProcessedSeries;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The stores for queries in PromQL, for raw values, and for windows that the store computes. */
public final class QueryStores {
    /** The stores that {@link #series} opens, in a sentence. */
    public static final String NAMES =
            "a QuestDB, an InfluxDB 1.x, a ClickHouse, an OpenSearch, an Elasticsearch, a VictoriaMetrics, a Prometheus or an"
                    + " archive";

    /** The stores that have history for the page, in a sentence. */
    public static final String NAMES_OF_HISTORY =
            "a QuestDB, an InfluxDB 1.x or 2.x, a ClickHouse, an OpenSearch, an Elasticsearch, a VictoriaMetrics, a"
                    + " Prometheus or an archive";

    /** The stores that {@link #values} opens. */
    public static final String NAMES_OF_VALUES =
            "a QuestDB, an InfluxDB 1.x, a ClickHouse, an OpenSearch, an Elasticsearch or an archive";

    private QueryStores() {}

    /**
     * Opens the store for PromQL without connecting; empty for a kind of store that cannot be read yet.
     *
     * @param rules returns the active rules of storage
     */
    public static Optional<SeriesStore> series(StoreAddress address, Supplier<StorageRules> rules) {
        Supplier<List<StorageTier>> tiers = () -> rules.get().byProcessing();
        return switch (address.kind()) {
            case PROMETHEUS ->
                Optional.of(ProcessedSeries.ofPrometheus(
                        PrometheusSeries.ofPrometheus(address.http(), address.headers()), tiers));
            case VICTORIAMETRICS ->
                Optional.of(ProcessedSeries.ofVictoriaMetrics(
                        PrometheusSeries.ofVictoriaMetrics(address.http(), address.headers()), tiers));
            case INFLUXDB1, INFLUXDB2, CLICKHOUSE -> tables(address).map(store -> store);
            case QUESTDB, OPENSEARCH, ELASTICSEARCH, ARCHIVE ->
                tables(address).map(store -> ProcessedSeries.ofTables(store, tiers));
        };
    }

    /** Opens the store for raw values without connecting; empty for a store without types, or one that cannot be read yet. */
    public static Optional<ValueStore> values(StoreAddress address) {
        return tables(address).map(store -> store);
    }

    /**
     * Opens the store for windows without connecting.
     *
     * @param measurements returns known measurements, for stores that have names of metrics only
     */
    static Optional<WindowStore> windows(StoreAddress address, Supplier<KnownMeasurements> measurements) {
        return switch (address.kind()) {
            case INFLUXDB2 ->
                Optional.of(InfluxDbSeries.ofBucket(address.http(), address.place(), address.authorization()));
            case PROMETHEUS ->
                Optional.of(PrometheusWindows.ofPrometheus(address.http(), address.headers(), measurements));
            case VICTORIAMETRICS ->
                Optional.of(PrometheusWindows.ofVictoriaMetrics(address.http(), address.headers(), measurements));
            case QUESTDB, INFLUXDB1, CLICKHOUSE, OPENSEARCH, ELASTICSEARCH, ARCHIVE ->
                tables(address).map(store -> store);
        };
    }

    private static Optional<WindowTables<?>> tables(StoreAddress address) {
        return switch (address.kind()) {
            case QUESTDB -> Optional.of(new QuestDbSeries(address.http(), address.authorization()));
            case INFLUXDB1 ->
                Optional.of(InfluxDbSeries.ofDatabase(address.http(), address.place(), address.authorization()));
            case CLICKHOUSE ->
                Optional.of(new ClickHouseSeries(address.http(), address.place(), address.authorization()));
            case OPENSEARCH, ELASTICSEARCH ->
                Optional.of(new OpenSearchSeries(address.http(), address.place(), address.authorization()));
            case ARCHIVE -> Optional.of(ArchiveSeries.of(Path.of(address.place())));
            case INFLUXDB2, PROMETHEUS, VICTORIAMETRICS -> Optional.empty();
        };
    }
}
