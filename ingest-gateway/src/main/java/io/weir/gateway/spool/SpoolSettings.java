package io.weir.gateway.spool;

import java.nio.file.Path;

/**
 * Where a gateway spools, and how much.
 *
 * @param directory made if it is missing; used by one gateway at a time
 * @param bytes at most so many on disk; 0 for no spool
 * @param keepFreePercent the share of the disk that the spool leaves free
 */
public record SpoolSettings(Path directory, long bytes, int keepFreePercent) {}
