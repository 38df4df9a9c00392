package io.weir.standalone.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The network traffic of a process that has a network namespace of its own, as in a container. Linux
 * counts traffic for interfaces and not for processes; so of a process in the host's namespace it is
 * unknown, and of a container it is that of all its processes.
 *
 * <p>Format: {@code /proc/PID/net/dev}.
 */
final class NamespaceTraffic {
    private final Path process;
    private final Path own;

    NamespaceTraffic(KernelFiles files, int pid) {
        this.process = files.path("proc/" + pid);
        this.own = files.path("proc/self");
    }

    /** Writes a line for each interface except the loopback. */
    void write(ProbeLines to, String name, String pattern) {
        String namespace = namespace(process);
        if (namespace.isEmpty() || namespace.equals(namespace(own))) {
            return;
        }
        for (String line : KernelFiles.lines(process.resolve("net/dev"))) {
            int colon = line.indexOf(':');
            String device = colon < 0 ? "" : line.substring(0, colon).strip();
            if (!device.isEmpty() && !device.equals("lo")) {
                long[] counts = List.of(line.substring(colon + 1).strip().split(" +")).stream()
                        .mapToLong(Long::parseLong)
                        .toArray();
                to.line("procstat_net")
                        .tag("process_name", name)
                        .tag("pid", process.getFileName().toString())
                        .tag("pattern", pattern)
                        .tag("interface", device)
                        .counter("bytes_recv", counts[0])
                        .counter("packets_recv", counts[1])
                        .counter("err_in", counts[2])
                        .counter("drop_in", counts[3])
                        .counter("bytes_sent", counts[8])
                        .counter("packets_sent", counts[9])
                        .counter("err_out", counts[10])
                        .counter("drop_out", counts[11])
                        .end();
            }
        }
    }

    /** Empty if this user may not know it. */
    private static String namespace(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/net")).toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
