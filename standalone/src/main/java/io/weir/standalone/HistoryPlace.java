package io.weir.standalone;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.YamlSection;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * Where the dashboard asks for the past: the store that the writer writes to.
 *
 * @param token the store's password or token
 */
record HistoryPlace(StoreUrl store, Optional<String> token) {

    /** What the settings of the dashboard say; in {@code up}, the option says which store. */
    static HistoryPlace read(YamlSection section) {
        StoreUrl embedded = StoreUrl.parse(StoreUrl.EMBEDDED);
        return new HistoryPlace(
                section.value("store", embedded, StoreUrl::parse, "where the past is asked for, as store of the writer")
                        .or(embedded, StoreUrl.EMBEDDED),
                section.value(
                                "store-token-file",
                                "",
                                NamedFile::secret,
                                "a file with that store's password or token; else " + WriterConfig.TOKEN)
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(WriterConfig.TOKEN))));
    }

    /** How it is asked; {@code other} is that of {@code up}. */
    StoreAddress address(Optional<StoreUrl> other) {
        StoreUrl url = other.orElse(store);
        if (url instanceof StoreUrl.InfluxDb1Url influx) {
            return new StoreAddress(Kind.INFLUXDB1, influx.http(), influx.database(), influx.user(), token);
        }
        if (url instanceof StoreUrl.InfluxDb2Url influx) {
            return new StoreAddress(Kind.INFLUXDB2, influx.http(), influx.bucket(), Optional.empty(), token);
        }
        return new StoreAddress(Kind.QUESTDB, url.http(), "", Optional.empty(), token);
    }

    /** Without the token: records print their parts. */
    @Override
    public String toString() {
        return store.text();
    }
}
