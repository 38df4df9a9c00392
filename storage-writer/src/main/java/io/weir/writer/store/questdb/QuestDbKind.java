package io.weir.writer.store.questdb;

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
import java.util.Optional;

/** QuestDB. */
public final class QuestDbKind implements StoreKind<QuestDbUrl> {
    private static final int PORT = 9000;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "QuestDB",
            new Types(Kept.STORED, Kept.STORED, Kept.REFUSED, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            QuestDbTable.MAX_COLUMNS,
            StoreAbilities.NANOSECONDS,
            Repeat.REPLACES_THE_ROW,
            Tiers.NONE,
            Deletion.PARTITIONS,
            Query.SQL);

    @Override
    public String scheme() {
        return "questdb";
    }

    @Override
    public String form() {
        return "questdb://HOST[:PORT]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<QuestDbUrl> urls() {
        return QuestDbUrl.class;
    }

    @Override
    public QuestDbUrl parse(Address address) {
        address.requireNoQuery();
        if (address.uri().getUserInfo() != null) {
            throw address.wrong("contains a user");
        }
        if (!address.path().isEmpty()) {
            throw address.wrong("has a path '" + address.uri().getPath() + "'");
        }
        return new QuestDbUrl(address.text(), address.http(PORT), Optional.empty());
    }

    @Override
    public boolean hasSeveralAddresses() {
        return false;
    }

    /** The store of {@code weir up} before it has started: at the default port. */
    public static QuestDbUrl embedded(String text) {
        return new QuestDbUrl(text, "http://127.0.0.1:" + PORT, Optional.empty());
    }

    @Override
    public Store open(QuestDbUrl url, StoreOptions options) {
        return new QuestDb(url, options.token(), new Connections(options.timeout()));
    }
}
