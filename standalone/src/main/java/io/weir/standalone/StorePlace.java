package io.weir.standalone;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.YamlSection;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.standalone.store.EmbeddedStore;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * Where a store is.
 *
 * @param token the store's password or token
 */
record StorePlace(StoreUrl url, Optional<String> token) {

    /** Of the store in this process. */
    static StorePlace of(EmbeddedStore embedded) {
        return new StorePlace(embedded.store(), Optional.of(embedded.password()));
    }

    /** Where the settings of the dashboard say that the past is asked for: the store that the writer writes to. */
    static StorePlace read(YamlSection section) {
        StoreUrl embedded = StoreUrl.parse(StoreUrl.EMBEDDED);
        return new StorePlace(
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

    /** The store of {@code up} instead, if there is one; with the token of this one if it has none. */
    StorePlace or(Optional<StorePlace> up) {
        return up.map(other -> new StorePlace(other.url, other.token.or(() -> token)))
                .orElse(this);
    }

    /** How the dashboard asks it. */
    StoreAddress address() {
        if (url instanceof StoreUrl.InfluxDb1Url influx) {
            return new StoreAddress(Kind.INFLUXDB1, influx.http(), influx.database(), influx.user(), token);
        }
        if (url instanceof StoreUrl.InfluxDb2Url influx) {
            return new StoreAddress(Kind.INFLUXDB2, influx.http(), influx.bucket(), Optional.empty(), token);
        }
        Optional<String> user = url instanceof StoreUrl.QuestDbUrl questDb ? questDb.user() : Optional.empty();
        return new StoreAddress(Kind.QUESTDB, url.http(), "", user, token);
    }

    /** Without the token: records print their parts. */
    @Override
    public String toString() {
        return url.text();
    }
}
