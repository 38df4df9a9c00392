package io.weir.gateway.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Linux kernel figures of one UDP socket, or of all sockets on one UDP port of this host: datagrams
 * dropped because a receive buffer was full, and bytes waiting in the buffers. All 0 on other
 * systems. Reads {@code /proc/net/udp} and {@code udp6}, whose columns are documented in proc(5);
 * costs a few system calls.
 */
final class KernelQueues {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final int LOCAL_ADDRESS = 1;
    private static final int QUEUES = 4;
    private static final int INODE = 9;
    private static final int DROPS = 12;

    private final int column;
    private final String end;

    /** All sockets on this port. */
    KernelQueues(int port) {
        this(LOCAL_ADDRESS, String.format(":%04X", port));
    }

    private KernelQueues(int column, String end) {
        this.column = column;
        this.end = end;
    }

    /** The socket with this inode number in the kernel's tables. */
    static KernelQueues ofSocket(String inode) {
        return new KernelQueues(INODE, inode);
    }

    /** Datagrams dropped since the sockets were opened. */
    long drops() {
        return sum(columns -> Long.parseLong(columns[DROPS]));
    }

    /** Bytes that arrived and were not read yet. */
    long waitingBytes() {
        return sum(columns -> Long.parseLong(columns[QUEUES].substring(columns[QUEUES].indexOf(':') + 1), 16));
    }

    private long sum(Figure figure) {
        long sum = 0;
        for (Path table : TABLES) {
            for (String row : rows(table)) {
                String[] columns = row.trim().split("\\s+");
                if (columns.length > DROPS && isMeant(columns[column])) {
                    sum += figure.of(columns);
                }
            }
        }
        return sum;
    }

    private boolean isMeant(String value) {
        return column == INODE ? value.equals(end) : value.endsWith(end);
    }

    private static List<String> rows(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            return List.of(); // Not Linux, or no IPv6 here: unknown.
        }
    }

    private interface Figure {
        long of(String[] columns);
    }
}
