package io.weir.writer.store.opentsdb;

import io.weir.writer.store.Address;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import java.time.Duration;

/** OpenTSDB. Its abilities are those of VictoriaMetrics behind the same protocol. */
public final class OpenTsdbKind implements StoreKind<OpenTsdbUrl> {
    private static final String PUT = "/api/put";
    private static final int PORT = 4242;
    private static final int TLS_PORT = 443;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "OpenTSDB",
            new Types(Kept.ROUNDED, Kept.AS_FLOAT, Kept.AS_FLOAT, Kept.AS_1_OR_0, Kept.SKIPPED),
            Arrays.AS_SERIES,
            0,
            0,
            Duration.ofMillis(1),
            Repeat.IS_KEPT_TWICE,
            Tiers.NONE,
            Deletion.UNKNOWN,
            Query.UNKNOWN);

    @Override
    public String scheme() {
        return "opentsdb";
    }

    @Override
    public String form() {
        return "opentsdb://[USER@]HOST[:PORT][/PREFIX]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<OpenTsdbUrl> urls() {
        return OpenTsdbUrl.class;
    }

    @Override
    public OpenTsdbUrl parse(Address address) {
        address.requireNoQuery();
        String prefix = address.path().replaceFirst("/+$", "");
        if (("/" + prefix).endsWith(PUT)) {
            throw address.wrong("ends with " + PUT + ", which the writer adds itself");
        }
        return new OpenTsdbUrl(
                address.text(),
                address.http(address.isSecure() ? TLS_PORT : PORT),
                (prefix.isEmpty() ? "" : "/" + prefix) + PUT,
                address.user());
    }

    @Override
    public Store open(OpenTsdbUrl url, StoreOptions options) {
        return new OpenTsdb(url, options);
    }
}
