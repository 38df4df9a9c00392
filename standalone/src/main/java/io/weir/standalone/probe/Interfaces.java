package io.weir.standalone.probe;

import io.weir.standalone.probe.InterfaceTraffic.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import oshi.hardware.NetworkIF;

/**
 * The network interfaces except loopback. Listing them happens less often than reading their
 * counters.
 */
final class Interfaces implements Collector {
    private static final Path SYS = Path.of("/sys/class/net");

    private final Host host;
    private final Turn lookUp;
    private List<NetworkIF> interfaces = List.of();

    Interfaces(Host host, Turn lookUp) {
        this.host = host;
        this.lookUp = lookUp;
    }

    @Override
    public void collect(ProbeLines to) {
        boolean isFresh = lookUp.comes();
        if (isFresh) {
            interfaces = host.hardware().getNetworkIFs(false);
        }
        for (NetworkIF each : interfaces) {
            // False: the interface is gone.
            if (isFresh || each.updateAttributes()) {
                traffic(each).write(to);
            }
        }
    }

    private static InterfaceTraffic traffic(NetworkIF of) {
        return new InterfaceTraffic(
                of.getName(),
                new Counts(of.getBytesRecv(), of.getPacketsRecv(), of.getInErrors()),
                new Counts(of.getBytesSent(), of.getPacketsSent(), of.getOutErrors()),
                of.getInDrops(),
                dropsOut(of.getName()));
    }

    /** OSHI does not read this counter. */
    private static long dropsOut(String name) {
        try {
            return Long.parseLong(Files.readString(SYS.resolve(name).resolve("statistics/tx_dropped"))
                    .strip());
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }
}
