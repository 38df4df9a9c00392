package io.weir.writer.store.clickhouse;

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
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ClickHouse. */
public final class ClickHouseKind implements StoreKind<ClickHouseUrl> {
    private static final int PORT = 8123;
    private static final int TLS_PORT = 8443;

    private static final Pattern KEEP = Pattern.compile("keep=([1-9]\\d{0,4})d");

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "ClickHouse",
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED),
            Arrays.AS_COLUMN,
            StoreAbilities.LONGEST_TEXT,
            Table.MOST_COLUMNS,
            StoreAbilities.NANOSECONDS,
            Repeat.REPLACES_ON_MERGE,
            Tiers.ON_REQUEST,
            Deletion.POINTS,
            Query.SQL);

    @Override
    public String scheme() {
        return "clickhouse";
    }

    @Override
    public String form() {
        return "clickhouse://[USER@]HOST[:PORT]/DATABASE[?keep=90d]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<ClickHouseUrl> urls() {
        return ClickHouseUrl.class;
    }

    @Override
    public ClickHouseUrl parse(Address address) {
        String database = address.path();
        if (!ClickHouseUrl.isName(database)) {
            throw address.wrong(
                    database.isEmpty() ? "has no database" : "has the invalid database name '" + database + "'");
        }
        return new ClickHouseUrl(
                address.text(),
                address.http(address.isSecure() ? TLS_PORT : PORT),
                address.user(),
                database,
                keepDays(address));
    }

    private static OptionalInt keepDays(Address address) {
        String query = address.uri().getQuery();
        if (query == null) {
            return OptionalInt.empty();
        }
        Matcher matcher = KEEP.matcher(query);
        if (!matcher.matches()) {
            throw address.wrong("may have only ?keep=DAYS after the database, such as ?keep=90d");
        }
        return OptionalInt.of(Integer.parseInt(matcher.group(1)));
    }

    @Override
    public Store open(ClickHouseUrl url, StoreOptions options) {
        return new ClickHouse(url, options);
    }
}
