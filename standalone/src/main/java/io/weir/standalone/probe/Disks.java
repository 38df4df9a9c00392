package io.weir.standalone.probe;

import java.util.List;
import oshi.hardware.HWDiskStore;

/** The block devices. Listing them happens less often than reading their counters. */
final class Disks implements Collector {
    private final Host host;
    private final Turn lookUp;
    private List<HWDiskStore> disks = List.of();

    Disks(Host host, Turn lookUp) {
        this.host = host;
        this.lookUp = lookUp;
    }

    @Override
    public void collect(ProbeLines to) {
        boolean isFresh = lookUp.comes();
        if (isFresh) {
            disks = host.disks();
        }
        for (HWDiskStore disk : disks) {
            // False: the device is gone.
            if (isFresh || disk.updateAttributes()) {
                traffic(disk).write(to);
            }
        }
    }

    private static DiskTraffic traffic(HWDiskStore of) {
        return new DiskTraffic(
                of.getName(),
                of.getReads(),
                of.getReadBytes(),
                of.getWrites(),
                of.getWriteBytes(),
                of.getTransferTime());
    }
}
