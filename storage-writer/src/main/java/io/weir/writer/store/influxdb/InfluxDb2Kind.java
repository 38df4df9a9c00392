package io.weir.writer.store.influxdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.store.Address;
import io.weir.writer.store.Connections;
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
import java.net.URLDecoder;

/** InfluxDB 2.x. */
public final class InfluxDb2Kind implements StoreKind<InfluxDb2Url> {
    /** The parameter with the organization. */
    private static final String ORG = "org=";

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "InfluxDB 2.x",
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            0,
            StoreAbilities.NANOSECONDS,
            Repeat.OVERWRITES,
            Tiers.NATIVE,
            Deletion.POINTS,
            Query.INFLUXQL);

    @Override
    public String scheme() {
        return "influxdb2";
    }

    @Override
    public String form() {
        return "influxdb2://HOST[:PORT]/BUCKET?org=ORG";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<InfluxDb2Url> urls() {
        return InfluxDb2Url.class;
    }

    @Override
    public InfluxDb2Url parse(Address address) {
        if (address.uri().getUserInfo() != null) {
            throw address.wrong("contains a user; InfluxDB 2.x has tokens");
        }
        String bucket = address.path();
        if (bucket.isEmpty()) {
            throw address.wrong("has no bucket");
        }
        String query = address.uri().getRawQuery() == null ? "" : address.uri().getRawQuery();
        if (!query.startsWith(ORG) || query.contains("&") || query.length() == ORG.length()) {
            throw address.wrong("must have ?org=ORG, and nothing else, after the bucket");
        }
        String org = URLDecoder.decode(query.substring(ORG.length()), UTF_8);
        return new InfluxDb2Url(address.text(), address.http(InfluxDb1Kind.PORT), org, bucket);
    }

    @Override
    public Store open(InfluxDb2Url url, StoreOptions options) {
        Connections connections = new Connections(options.timeout());
        return new InfluxDb(url.text(), connections, new BucketClient(url, options.token(), connections), true);
    }
}
