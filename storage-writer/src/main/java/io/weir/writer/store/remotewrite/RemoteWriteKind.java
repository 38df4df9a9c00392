package io.weir.writer.store.remotewrite;

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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Any receiver of remote write. */
public final class RemoteWriteKind implements StoreKind<RemoteWriteUrl> {
    private static final String TENANT = "tenant";
    private static final String VERSION = "version";
    /** A tenant has the characters that Mimir accepts. */
    private static final Pattern OPTION = Pattern.compile(VERSION + "=[12]|" + TENANT + "=[a-zA-Z0-9!_.*'()-]{1,150}");

    private static final String DEFAULT_PATH = "api/v1/write";
    /** The port of Prometheus. */
    private static final int PORT = 9090;

    private static final int TLS_PORT = 443;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "remote write",
            new Types(Kept.STORED, Kept.AS_FLOAT, Kept.AS_FLOAT, Kept.AS_1_OR_0, Kept.SKIPPED),
            Arrays.AS_SERIES,
            0,
            0,
            Duration.ofMillis(1),
            Repeat.IS_REFUSED,
            Tiers.NONE,
            Deletion.UNKNOWN,
            Query.PROMQL);

    @Override
    public String scheme() {
        return "remotewrite";
    }

    @Override
    public String form() {
        return "remotewrite://[USER@]HOST[:PORT][/PATH][?version=2&tenant=TENANT]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<RemoteWriteUrl> urls() {
        return RemoteWriteUrl.class;
    }

    @Override
    public RemoteWriteUrl parse(Address address) {
        String path = address.path().isEmpty() ? DEFAULT_PATH : address.path();
        Map<String, String> options =
                address.options(OPTION, "may have only ?version=1 or 2 and tenant=TENANT after the path");
        return new RemoteWriteUrl(
                address.text(),
                address.http(address.isSecure() ? TLS_PORT : PORT),
                "/" + path,
                address.user(),
                "2".equals(options.get(VERSION)) ? RemoteWriteVersion.V2 : RemoteWriteVersion.V1,
                Optional.ofNullable(options.get(TENANT)));
    }

    @Override
    public Store open(RemoteWriteUrl url, StoreOptions options) {
        return new RemoteWrite(url, options);
    }
}
