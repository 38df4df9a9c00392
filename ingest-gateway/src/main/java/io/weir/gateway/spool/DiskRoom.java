package io.weir.gateway.spool;

import java.io.IOException;

/** How large the spool may be: as large as configured, and never so large that less than a share of the disk is free. */
final class DiskRoom {
    private final long limit;
    private final int keepFreePercent;
    private final Disk disk;

    DiskRoom(long limit, int keepFreePercent, Disk disk) {
        this.limit = limit;
        this.keepFreePercent = keepFreePercent;
        this.disk = disk;
    }

    /** The size that the spool may have, of which it has {@code usedBytes} already. */
    long capacity(long usedBytes) {
        try {
            long reserve = disk.totalBytes() / 100 * keepFreePercent;
            return Math.min(limit, usedBytes + Math.max(0, disk.usableBytes() - reserve));
        } catch (IOException e) {
            return limit; // A disk that does not tell will fail where it is written to.
        }
    }
}
