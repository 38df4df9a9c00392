package io.weir.writer.store.influxdb;

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

/** InfluxDB 1.x. */
public final class InfluxDb1Kind implements StoreKind<InfluxDb1Url> {
    /** Its default port, and that of 2.x. */
    static final int PORT = 8086;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "InfluxDB 1.x",
            new Types(Kept.STORED, Kept.STORED, Kept.AS_INTEGER, Kept.STORED, Kept.STORED),
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
        return "influxdb1";
    }

    @Override
    public String form() {
        return "influxdb1://[USER@]HOST[:PORT]/DATABASE";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<InfluxDb1Url> urls() {
        return InfluxDb1Url.class;
    }

    @Override
    public InfluxDb1Url parse(Address address) {
        address.requireNoQuery();
        String database = address.path();
        if (!InfluxDb1Url.isName(database)) {
            throw address.wrong(
                    database.isEmpty() ? "has no database" : "has the invalid database name '" + database + "'");
        }
        return new InfluxDb1Url(address.text(), address.http(PORT), address.user(), database);
    }

    @Override
    public Store open(InfluxDb1Url url, StoreOptions options) {
        Connections connections = new Connections(options.timeout());
        return new InfluxDb(url.text(), connections, new LineClient(url, options.token(), connections), false);
    }
}
