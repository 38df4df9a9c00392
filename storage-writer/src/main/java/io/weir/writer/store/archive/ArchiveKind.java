package io.weir.writer.store.archive;

import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.TargetKind;

/** A directory of Parquet files. */
public final class ArchiveKind implements TargetKind<ArchiveUrl> {
    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "archive",
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            0,
            StoreAbilities.NANOSECONDS,
            Repeat.IS_NOT_WRITTEN,
            Tiers.NONE,
            Deletion.HOURS,
            Query.FILES);

    @Override
    public String scheme() {
        return ArchiveUrl.SCHEME;
    }

    @Override
    public String form() {
        return ArchiveUrl.FORM;
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<ArchiveUrl> urls() {
        return ArchiveUrl.class;
    }

    /** Reads an address with its scheme. */
    public ArchiveUrl parse(String text) {
        return ArchiveUrl.parse(text);
    }
}
