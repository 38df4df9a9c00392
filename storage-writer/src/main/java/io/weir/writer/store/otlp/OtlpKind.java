package io.weir.writer.store.otlp;

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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Any receiver of OTLP over HTTP. Its abilities are those of the protocol. */
public final class OtlpKind implements StoreKind<OtlpUrl> {
    private static final String TENANT = "tenant";
    private static final String HOST = "host.name";
    /** A tenant has the characters that Mimir accepts. A tag of these characters has no backslashes in lines. */
    private static final Pattern OPTION =
            Pattern.compile(HOST + "=[a-zA-Z0-9_.-]{1,150}|" + TENANT + "=[a-zA-Z0-9!_.*'()-]{1,150}");

    private static final String DEFAULT_PATH = "v1/metrics";
    private static final int PORT = 4318;
    private static final int TLS_PORT = 443;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "OTLP",
            new Types(Kept.STORED, Kept.STORED, Kept.AS_INTEGER, Kept.AS_1_OR_0, Kept.SKIPPED),
            Arrays.AS_SERIES,
            0,
            0,
            StoreAbilities.NANOSECONDS,
            Repeat.IS_KEPT_TWICE,
            Tiers.NONE,
            Deletion.UNKNOWN,
            Query.UNKNOWN);

    @Override
    public String scheme() {
        return "otlp";
    }

    @Override
    public String form() {
        return "otlp://[USER@]HOST[:PORT][/PATH][?host.name=TAG&tenant=TENANT]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<OtlpUrl> urls() {
        return OtlpUrl.class;
    }

    @Override
    public OtlpUrl parse(Address address) {
        String path = address.path().isEmpty() ? DEFAULT_PATH : address.path();
        Map<String, String> options =
                address.options(OPTION, "may have only ?host.name=TAG and tenant=TENANT after the path");
        return new OtlpUrl(
                address.text(),
                address.http(address.isSecure() ? TLS_PORT : PORT),
                "/" + path,
                address.user(),
                Optional.ofNullable(options.get(HOST)),
                Optional.ofNullable(options.get(TENANT)));
    }

    @Override
    public Store open(OtlpUrl url, StoreOptions options) {
        return new Otlp(url, options);
    }
}
