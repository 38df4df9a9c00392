package io.weir.writer.store.archive;

import io.weir.contract.archive.FileName;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.directory.DirectoryKind;
import io.weir.writer.store.directory.DirectoryOptions;
import io.weir.writer.store.directory.PartitionFiles;
import java.io.IOException;

/** A directory of Parquet files. */
public final class ArchiveKind implements DirectoryKind<ArchiveUrl> {
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
        return ArchiveUrl.SCHEME + ":" + DirectoryOptions.FORM;
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<ArchiveUrl> urls() {
        return ArchiveUrl.class;
    }

    @Override
    public ArchiveUrl parse(String text) {
        return ArchiveUrl.parse(text);
    }

    @Override
    public PartitionFiles open(ArchiveUrl url, String topic, String log, int partition) throws IOException {
        return PartitionArchive.open(url.directory(), topic, new FileName.Source(log, partition));
    }
}
