package io.weir.gateway.spool;

import java.io.IOException;

/**
 * The maximum size of the spool: as configured, but smaller if the free share of the disk would
 * fall below its limit.
 */
final class DiskRoom {
    private final long limit;
    private final int keepFreePercent;
    private final Disk disk;

    DiskRoom(long limit, int keepFreePercent, Disk disk) {
        this.limit = limit;
        this.keepFreePercent = keepFreePercent;
        this.disk = disk;
    }

    /** The maximum size of a spool that currently uses {@code usedBytes}. */
    long capacity(long usedBytes) {
        try {
            long reserve = disk.totalBytes() / 100 * keepFreePercent;
            return Math.min(limit, usedBytes + Math.max(0, disk.usableBytes() - reserve));
        } catch (IOException e) {
            return limit; // Writes to a failing disk will fail.
        }
    }
}
