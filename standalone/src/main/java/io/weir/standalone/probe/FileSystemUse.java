package io.weir.standalone.probe;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import oshi.software.os.OSFileStore;

/**
 * The use of a file system, in bytes.
 *
 * @param isReadOnly whether it is mounted read-only, so its use cannot grow
 * @param free free bytes, including those reserved for root
 * @param usable free bytes for any user
 */
record FileSystemUse(String path, String device, String type, boolean isReadOnly, long total, long free, long usable) {

    /** Local file systems only: a network file system belongs to another host, and may hang. */
    static Collector of(Host host) {
        return to -> distinct(host.system().getFileSystem().getFileStores(true).stream()
                        .map(FileSystemUse::of)
                        .toList())
                .forEach(fileSystem -> fileSystem.write(to));
    }

    private static FileSystemUse of(OSFileStore store) {
        String options = store.getOptions();
        return new FileSystemUse(
                store.getMount(),
                store.getVolume(),
                store.getType(),
                options.equals("ro") || options.startsWith("ro,"),
                store.getTotalSpace(),
                store.getFreeSpace(),
                store.getUsableSpace());
    }

    /**
     * File systems that have a size, one for each device. If a device is mounted several times, the
     * shortest path represents it.
     */
    static Collection<FileSystemUse> distinct(List<FileSystemUse> all) {
        Map<String, FileSystemUse> byDevice = new HashMap<>();
        for (FileSystemUse each : all) {
            if (each.total > 0) {
                boolean isDevice = each.device.startsWith("/");
                byDevice.merge(isDevice ? each.device : each.path, each, FileSystemUse::shorterPath);
            }
        }
        return byDevice.values();
    }

    private static FileSystemUse shorterPath(FileSystemUse one, FileSystemUse other) {
        return Comparator.<FileSystemUse>comparingInt(each -> each.path.length())
                                .compare(one, other)
                        <= 0
                ? one
                : other;
    }

    /** Counts like {@code df}: space that only root may use is neither used nor free. */
    void write(ProbeLines to) {
        long used = total - free;
        to.line("disk")
                .tag("path", path)
                .tag("device", device.substring(device.lastIndexOf('/') + 1))
                .tag("fstype", type)
                .tag("mode", isReadOnly ? "ro" : "rw")
                .integer("total", total)
                .integer("used", used)
                .integer("free", usable)
                .percent("used_percent", used, used + usable)
                .end();
    }
}
