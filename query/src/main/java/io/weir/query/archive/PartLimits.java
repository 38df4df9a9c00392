package io.weir.query.archive;

/**
 * How much a statement reads.
 *
 * @param files DuckDB has the metadata of all files of a statement in memory, which its own limit does not count
 * @param rows DuckDB has all rows of a statement in memory, to sort or to group them
 * @param mostFiles of a statement that cannot be divided
 */
record PartLimits(int files, long rows, int mostFiles) {
    private static final int FILES = 500;
    private static final int MOST_FILES = 5_000;
    private static final long ROWS_PER_MIB = 2_000;

    /** @param memoryMib of all statements */
    static PartLimits of(long memoryMib) {
        return new PartLimits(FILES, memoryMib * ROWS_PER_MIB, MOST_FILES);
    }
}
