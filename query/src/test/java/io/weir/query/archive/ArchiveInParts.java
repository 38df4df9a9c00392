package io.weir.query.archive;

import java.nio.file.Path;

/** Archives of tests, which small statements read. */
public final class ArchiveInParts {
    private ArchiveInParts() {}

    /** @param rows most rows of a statement */
    public static ArchiveSeries open(Path archive, int files, long rows) {
        return new ArchiveSeries(archive, DuckDb.of(archive), new PartLimits(files, rows));
    }
}
