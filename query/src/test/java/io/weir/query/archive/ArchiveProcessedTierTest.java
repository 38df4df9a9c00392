package io.weir.query.archive;

import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreProcessedTiers;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;

class ArchiveProcessedTierTest extends StoreProcessedTiers {
    private Path archive = Path.of("");

    @Override
    protected void start(Path directory, String lines) throws Exception {
        archive = directory.resolve("archive");
        WrittenArchive.write(archive, lines);
    }

    @Override
    protected SeriesStore store() {
        return ArchiveSeries.of(archive);
    }

    @Override
    protected void end() {
        // The files are those of the test.
    }
}
