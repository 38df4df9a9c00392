package io.weir.writer.store.influxdb3;

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

/** InfluxDB 3. */
public final class InfluxDb3Kind implements StoreKind<InfluxDb3Url> {
    private static final int PORT = 8181;
    private static final int MOST_COLUMNS = 500;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "InfluxDB 3",
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            MOST_COLUMNS,
            StoreAbilities.NANOSECONDS,
            Repeat.OVERWRITES,
            Tiers.NONE,
            Deletion.TABLES,
            Query.SQL);

    @Override
    public String scheme() {
        return "influxdb3";
    }

    @Override
    public String form() {
        return "influxdb3://HOST[:PORT]/DATABASE";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<InfluxDb3Url> urls() {
        return InfluxDb3Url.class;
    }

    @Override
    public InfluxDb3Url parse(Address address) {
        if (address.uri().getUserInfo() != null) {
            throw address.wrong("contains a user; InfluxDB 3 has tokens");
        }
        address.requireNoQuery();
        String database = address.path();
        if (database.isEmpty()) {
            throw address.wrong("has no database");
        }
        return new InfluxDb3Url(address.text(), address.http(PORT), database);
    }

    @Override
    public Store open(InfluxDb3Url url, StoreOptions options) {
        return new InfluxDb3(url, options);
    }
}
