package io.weir.gateway.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connections, in total and from one address. Stores an entry for each
 * connected address. Thread-safe.
 */
final class ConnectionSlots {
    /** Rejection reason: the total limit is reached. */
    static final String TOO_MANY = "too-many-connections";
    /** Rejection reason: the limit of the address is reached. */
    static final String TOO_MANY_OF_SOURCE = "too-many-connections-of-source";

    private final int most;
    private final int mostOfSource;
    private final Map<InetAddress, Integer> taken = new HashMap<>();
    private int open;

    ConnectionSlots(int most, int mostOfSource) {
        this.most = most;
        this.mostOfSource = mostOfSource;
    }

    /** Counts a new connection and returns null; or returns the reason if a limit is reached. */
    synchronized @Nullable String take(@Nullable SocketAddress source) {
        InetAddress address = address(source);
        if (open >= most) {
            return TOO_MANY;
        }
        if (address != null && taken.getOrDefault(address, 0) >= mostOfSource) {
            return TOO_MANY_OF_SOURCE;
        }
        open++;
        if (address != null) {
            taken.merge(address, 1, Integer::sum);
        }
        return null;
    }

    /** Uncounts a closed connection. */
    synchronized void release(@Nullable SocketAddress source) {
        InetAddress address = address(source);
        open--;
        if (address != null) {
            taken.computeIfPresent(address, (same, slots) -> slots == 1 ? null : slots - 1);
        }
    }

    /** Number of connected addresses. */
    synchronized int sources() {
        return taken.size();
    }

    private static @Nullable InetAddress address(@Nullable SocketAddress source) {
        return source instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }
}
