package io.weir.gateway.udp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the Linux kernel says of one UDP socket, or of all on one UDP port of this host: datagrams dropped because a receive buffer was full, and
 * bytes that wait in the buffers. Elsewhere all is 0. Read from {@code /proc/net/udp} and {@code udp6}, whose columns are told in
 * proc(5); a few system calls each time.
 */
final class KernelQueues {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final int LOCAL_ADDRESS = 1;
    private static final int QUEUES = 4;
    private static final int INODE = 9;
    private static final int DROPS = 12;

    private final int column;
    private final String end;

    /** Of all sockets on this port. */
    KernelQueues(int port) {
        this(LOCAL_ADDRESS, String.format(":%04X", port));
    }

    private KernelQueues(int column, String end) {
        this.column = column;
        this.end = end;
    }

    /** Of the one socket with this number in the kernel's tables. */
    static KernelQueues ofSocket(String inode) {
        return new KernelQueues(INODE, inode);
    }

    /** Datagrams that came and found no room since the sockets were opened. */
    long drops() {
        return sum(columns -> Long.parseLong(columns[DROPS]));
    }

    /** Bytes that came and were not read yet. */
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
            return List.of(); // Not Linux, or no IPv6 here: nothing is known.
        }
    }

    private interface Figure {
        long of(String[] columns);
    }
}
