package io.weir.query.eval;

import io.weir.query.archive.ArchiveSeries;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

class ArchiveComparisonTest extends StoreComparison {
    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) throws Exception {
        Path archive = directory.resolve("archive");
        WrittenArchive.write(archive, SampleLines.of(series, random));
        return ArchiveSeries.of(archive);
    }

    @Override
    void end() {
        // The files are those of the test.
    }
}
