package io.weir.gateway.udp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the Linux kernel says of the sockets on one UDP port of this host: datagrams dropped because a receive buffer was full, and
 * bytes that wait in the buffers. Elsewhere all is 0. Read from {@code /proc/net/udp} and {@code udp6}, whose columns are told in
 * proc(5); a few system calls each time.
 */
final class KernelQueues {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final int LOCAL_ADDRESS = 1;
    private static final int QUEUES = 4;
    private static final int DROPS = 12;

    private final String portInHex;

    KernelQueues(int port) {
        portInHex = String.format(":%04X", port);
    }

    /** Datagrams that came and found no room since the sockets were opened. */
    long drops() {
        return sum(columns -> Long.parseLong(columns[DROPS]));
    }

    /** Bytes that came and were not read yet. */
    long waitingBytes() {
        return sum(columns -> Long.parseLong(columns[QUEUES].substring(columns[QUEUES].indexOf(':') + 1), 16));
    }

    private long sum(Column column) {
        long sum = 0;
        for (Path table : TABLES) {
            for (String row : rows(table)) {
                String[] columns = row.trim().split("\\s+");
                if (columns.length > DROPS && columns[LOCAL_ADDRESS].endsWith(portInHex)) {
                    sum += column.of(columns);
                }
            }
        }
        return sum;
    }

    private static List<String> rows(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            return List.of(); // Not Linux, or no IPv6 here: nothing is known.
        }
    }

    private interface Column {
        long of(String[] columns);
    }
}
