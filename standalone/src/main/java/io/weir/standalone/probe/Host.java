package io.weir.standalone.probe;

import java.util.List;
import java.util.concurrent.TimeUnit;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;
import oshi.spi.SystemInfoProvider;

/** This host through OSHI. Slow and unreliable calls happen on request, not in the constructor. */
final class Host {
    private final SystemInfoProvider whole;
    private final SystemInfoProvider disks;

    private Host(SystemInfoProvider whole, SystemInfoProvider disks) {
        this.whole = whole;
        this.disks = disks;
    }

    /**
     * Uses native calls if they work. On Linux, OSHI without native calls is the fallback, for
     * example if {@code /tmp} is mounted noexec. Disks on Linux never use native calls: these need
     * libudev, which a container may lack, and take milliseconds for each disk.
     */
    static Host find() {
        SystemInfoProvider calls = new oshi.SystemInfo();
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return new Host(calls, calls);
        }
        SystemInfoProvider files = new oshi.nativefree.SystemInfo();
        return new Host(works(calls) ? calls : files, files);
    }

    private static boolean works(SystemInfoProvider provider) {
        try {
            return provider.getOperatingSystem().getProcessId() > 0
                    && provider.getHardware().getProcessor().getLogicalProcessorCount() > 0;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    HardwareAbstractionLayer hardware() {
        return whole.getHardware();
    }

    OperatingSystem system() {
        return whole.getOperatingSystem();
    }

    List<HWDiskStore> disks() {
        return disks.getHardware().getDiskStores();
    }

    /** When the host started, since 1970. */
    long startNanos() {
        return TimeUnit.SECONDS.toNanos(system().getSystemBootTime());
    }

    /** The host name without a domain. */
    String shortName() {
        String name = system().getNetworkParams().getHostName();
        int dot = name.indexOf('.');
        String shortened = dot > 0 ? name.substring(0, dot) : name;
        return shortened.isBlank() ? "localhost" : shortened;
    }
}
