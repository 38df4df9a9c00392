package io.weir.gateway.spool;

import java.nio.file.Path;

/**
 * Location and size of a gateway's spool.
 *
 * @param directory created if missing; used by one gateway at a time
 * @param bytes maximum size on disk; 0 for no spool
 * @param keepFreePercent share of the disk that the spool leaves free
 */
public record SpoolSettings(Path directory, long bytes, int keepFreePercent) {}
