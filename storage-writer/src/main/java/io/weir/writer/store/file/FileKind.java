package io.weir.writer.store.file;

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

/** Line protocol in compressed files. */
public final class FileKind implements DirectoryKind<FileUrl> {
    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "files",
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            0,
            StoreAbilities.NANOSECONDS,
            Repeat.IS_KEPT,
            Tiers.NONE,
            Deletion.FILES,
            Query.NONE);

    @Override
    public String scheme() {
        return FileUrl.SCHEME;
    }

    @Override
    public String form() {
        return FileUrl.SCHEME + ":" + DirectoryOptions.FORM;
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<FileUrl> urls() {
        return FileUrl.class;
    }

    @Override
    public FileUrl parse(String text) {
        return FileUrl.parse(text);
    }

    @Override
    public PartitionFiles open(FileUrl url, String topic, String log, int partition) throws IOException {
        return LineFiles.open(url.directory(), new LineFileName.Source(log, partition), System::currentTimeMillis);
    }
}
