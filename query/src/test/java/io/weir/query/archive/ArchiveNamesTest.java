package io.weir.query.archive;

import static java.util.stream.Collectors.joining;

import io.weir.query.series.SeriesStore;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.StoreNames;
import io.weir.writer.testing.WrittenArchive;
import java.nio.file.Path;
import java.util.List;

class ArchiveNamesTest extends StoreNames {
    @Override
    protected List<String> ownValues() {
        return List.of("x\\ny", "HÖHE", "[a-z]*x");
    }

    /** DuckDB does not distinguish capitals. */
    @Override
    protected List<String> ownNames() {
        return List.of(
                "quo\"te", "back\\slash", "it's", "a/b", "a.b", "*", "FROM", "From", "50%", "Größe", "v_float", "time");
    }

    /** Some are columns that DuckDB has itself, or directories of the archive. */
    @Override
    protected List<String> ownTags() {
        return List.of(
                "quo\"te",
                "*",
                "Where",
                "WHERE",
                "time",
                "day",
                "hour",
                "measurement",
                "file_index",
                "filename",
                "k0",
                "t",
                "o");
    }

    @Override
    protected SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags)
            throws Exception {
        // A name that DuckDB takes for a pattern.
        Path archive = directory.resolve("an [a]?*'rchive");
        List<String> lines = lines(measurements, fields, tags);
        for (int i = 0; i < values.size(); i++) {
            lines.add("hostile,host=" + escaped(values.get(i)) + " value=" + i);
        }
        WrittenArchive.write(
                archive,
                lines.stream()
                        .map(line -> line + " " + TIME * NanoTimes.PER_MILLI + "\n")
                        .collect(joining()));
        return ArchiveSeries.of(archive);
    }

    @Override
    protected void end() {
        // The files are those of the test.
    }
}
