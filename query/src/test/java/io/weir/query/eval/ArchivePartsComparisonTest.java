package io.weir.query.eval;

import io.weir.query.archive.ArchiveInParts;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** An archive so large that a query needs several statements. */
class ArchivePartsComparisonTest extends StoreComparison {
    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) throws Exception {
        Path archive = directory.resolve("archive");
        WrittenArchive.write(archive, SampleLines.of(series, random));
        WrittenArchive.compact(archive);
        return ArchiveInParts.open(archive, 3, 400);
    }

    @Override
    void end() {
        // The files are those of the test.
    }
}
