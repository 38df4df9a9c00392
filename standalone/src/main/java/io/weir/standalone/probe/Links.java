package io.weir.standalone.probe;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The state of network links, and the errors that show a bad cable, transceiver or ring buffer.
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

    private void write(Path each, ProbeLines to) {
        Path statistics = each.resolve("statistics");
        to.line("net_link")
                .tag("interface", each.getFileName().toString())
                .integer("carrier", files.number(each.resolve("carrier")))
                .counter("carrier_changes", files.number(each.resolve("carrier_changes")))
                .integer("speed", files.number(each.resolve("speed")))
                .counter("crc_errors", files.number(statistics.resolve("rx_crc_errors")))
                .counter("frame_errors", files.number(statistics.resolve("rx_frame_errors")))
                .counter("fifo_in", files.number(statistics.resolve("rx_fifo_errors")))
                .counter("missed_in", files.number(statistics.resolve("rx_missed_errors")))
                .counter("fifo_out", files.number(statistics.resolve("tx_fifo_errors")))
                .counter("carrier_errors", files.number(statistics.resolve("tx_carrier_errors")))
                .end();
    }
}
