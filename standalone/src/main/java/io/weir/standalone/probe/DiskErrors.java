package io.weir.standalone.probe;

import java.nio.file.Path;

/**
 * Failed requests of SCSI and SATA disks, and missing members of software RAIDs.
 *
 * <p>Format: {@code /sys/block/NAME/device} of the SCSI driver, and {@code Documentation/admin-guide/md.rst}
 * of Linux.
 */
final class DiskErrors implements Collector {
    private final KernelFiles files;

    DiskErrors(KernelFiles files) {
        this.files = files;
    }

    /** A device without one of these values has no line. */
    @Override
    public void collect(ProbeLines to) {
        for (Path disk : KernelFiles.children(files.path("sys/block"), "*")) {
            to.line("disk_errors")
                    .tag("name", disk.getFileName().toString())
                    .counter("io_errors", files.number(disk.resolve("device/ioerr_cnt")))
                    .counter("io_timeouts", files.number(disk.resolve("device/iotmo_cnt")))
                    .integer("raid_missing", files.number(disk.resolve("md/degraded")))
                    .end();
        }
    }
}
