package io.weir.standalone.probe;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import oshi.software.os.OSFileStore;

/**
 * How full a file system is, in bytes.
 *
 * @param isReadOnly so it cannot become fuller
 * @param free what is left, also for root alone
 * @param usable what is left for everybody
 */
record FileSystemUse(String path, String device, String type, boolean isReadOnly, long total, long free, long usable) {

    /** Local ones: one on the network belongs to another host, and may hang. */
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

    /** Those that have a size, each device once: what is mounted at several places is told by the shortest of them. */
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

    /** As {@code df} counts: what root alone may use is neither used nor free. */
    void write(ProbeLines to) {
        long used = total - free;
        to.line("disk")
                .tag("path", path)
                .tag("device", device.substring(device.lastIndexOf('/') + 1))
                .tag("fstype", type)
                .tag("mode", isReadOnly ? "ro" : "rw")
                .count("total", total)
                .count("used", used)
                .count("free", usable)
                .percent("used_percent", used, used + usable)
                .end();
    }
}
