package io.weir.query.archive;

import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;

class ArchiveValuesTest extends StoreWindows<ArchiveSeries> {
    @Override
    protected ArchiveSeries start(Path directory, String lines) throws Exception {
        Path archive = directory.resolve("archive");
        WrittenArchive.write(archive, lines);
        return ArchiveSeries.of(archive);
    }

    @Override
    protected void end() {
        // The files are those of the test.
    }
}
