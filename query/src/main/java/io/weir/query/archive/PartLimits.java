package io.weir.query.archive;

/**
 * How much a statement reads.
 *
 * @param files DuckDB has the metadata of all files of a statement in memory, which its own limit does not count
 * @param rows DuckDB has all rows of a statement in memory, to sort or to group them
 */
record PartLimits(int files, long rows) {
    static final PartLimits DEFAULT = new PartLimits(500, 2_000_000);
}
