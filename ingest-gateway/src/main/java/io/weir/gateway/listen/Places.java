package io.weir.gateway.listen;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Places for connections: so many in all, and so many of them for one address. Holds an entry for each address that has one. Thread-safe. */
final class Places {
    /** Why a connection gets none. */
    static final String TOO_MANY = "too-many-connections";
    /** Why a connection gets none. */
    static final String TOO_MANY_OF_SOURCE = "too-many-connections-of-source";

    private final int most;
    private final int mostOfSource;
    private final Map<InetAddress, Integer> taken = new HashMap<>();
    private int open;

    Places(int most, int mostOfSource) {
        this.most = most;
        this.mostOfSource = mostOfSource;
    }

    /** Takes a place, and says null; or why there is none. */
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

    /** Gives back a place that was taken. */
    synchronized void giveBack(@Nullable SocketAddress source) {
        InetAddress address = address(source);
        open--;
        if (address != null) {
            taken.computeIfPresent(address, (same, places) -> places == 1 ? null : places - 1);
        }
    }

    /** How many addresses have one. */
    synchronized int sources() {
        return taken.size();
    }

    private static @Nullable InetAddress address(@Nullable SocketAddress source) {
        return source instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }
}
