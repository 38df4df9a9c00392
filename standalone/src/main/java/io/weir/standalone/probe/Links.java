package io.weir.standalone.probe;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The state of network links, and the errors that tell a bad cable, transceiver or ring buffer.
 *
 * <p>Format: {@code Documentation/ABI/testing/sysfs-class-net} and {@code sysfs-class-net-statistics}
 * of Linux.
 */
final class Links implements Collector {
    private final KernelFiles files;

    Links(KernelFiles files) {
        this.files = files;
    }

    /** Interfaces of a device only: bridges, tunnels and the loopback have no link. */
    @Override
    public void collect(ProbeLines to) {
        for (Path each : KernelFiles.children(files.path("sys/class/net"), "*")) {
            if (Files.exists(each.resolve("device"))) {
                write(each, to);
            }
        }
    }

    private static void write(Path each, ProbeLines to) {
        Path statistics = each.resolve("statistics");
        to.line("net_link")
                .tag("interface", each.getFileName().toString())
                .integer("carrier", KernelFiles.number(each.resolve("carrier")))
                .counter("carrier_changes", KernelFiles.number(each.resolve("carrier_changes")))
                .integer("speed", KernelFiles.number(each.resolve("speed")))
                .counter("crc_errors", KernelFiles.number(statistics.resolve("rx_crc_errors")))
                .counter("frame_errors", KernelFiles.number(statistics.resolve("rx_frame_errors")))
                .counter("fifo_in", KernelFiles.number(statistics.resolve("rx_fifo_errors")))
                .counter("missed_in", KernelFiles.number(statistics.resolve("rx_missed_errors")))
                .counter("fifo_out", KernelFiles.number(statistics.resolve("tx_fifo_errors")))
                .counter("carrier_errors", KernelFiles.number(statistics.resolve("tx_carrier_errors")))
                .end();
    }
}
