package io.weir.writer.store.archive;

import java.nio.file.Path;

/**
 * A data file of an archive.
 *
 * @param measurement as its directory spells it
 * @param hour the hour of its lines: hours since 1970, UTC
 */
public record DataFile(Path path, String measurement, long hour, FileName name) {}
