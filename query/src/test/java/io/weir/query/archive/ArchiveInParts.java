package io.weir.query.archive;

import java.nio.file.Path;

/** Archives of tests, which small statements read. */
public final class ArchiveInParts {
    private ArchiveInParts() {}

    /**
     * Opens one.
     *
     * @param files most files of a statement that can be divided
     * @param rows most rows of it
     */
    public static ArchiveSeries open(Path archive, int files, long rows) {
        return new ArchiveSeries(new DuckDb(archive), new PartLimits(files, rows, 1_000));
    }
}
