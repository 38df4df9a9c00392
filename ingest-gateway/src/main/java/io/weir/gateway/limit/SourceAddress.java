package io.weir.gateway.limit;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * A reusable view of an address as 128 bits. An IPv4 address is represented by its IPv4-mapped IPv6
 * address ({@code ::ffff:a.b.c.d}, RFC 4291), so both forms are equal. A sender without an IP
 * address (Unix socket) is {@code ::}. Allocates nothing for IPv4. For IPv6 it allocates a small
 * array, because Java offers no other access to the bytes.
 */
public final class SourceAddress {
    private static final long IPV4 = 0xFFFFL << 32;
    private static final int BYTES = 16;

    private long high;
    private long low;
    private int port;

    /** Switches to this address. */
    public void set(SocketAddress source) {
        if (source instanceof InetSocketAddress inet && inet.getAddress() != null) {
            set(inet.getAddress());
            port = inet.getPort();
        } else {
            high = 0;
            low = 0;
            port = 0;
        }
    }

    /** Switches to this address, with {@link #port} 0. */
    public void set(InetAddress address) {
        port = 0;
        if (address instanceof Inet4Address) {
            high = 0;
            // The only access to the address without an array. The Javadoc promises no more than a
            // hash. In OpenJDK the hash is the address itself; SourceAddressTest fails on a JDK
            // where it is not.
            low = IPV4 | (address.hashCode() & 0xFFFF_FFFFL);
        } else {
            ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
            high = bytes.getLong();
            low = bytes.getLong();
        }
    }

    /** Whether the source has no IP address. */
    boolean isLocal() {
        return high == 0 && low == 0;
    }

    /** The first 64 bits. */
    public long high() {
        return high;
    }

    /** The last 64 bits. */
    public long low() {
        return low;
    }

    /** The port, or 0. */
    public int port() {
        return port;
    }

    /** An address as text; {@code local} without an address. */
    static String text(long high, long low) {
        if (high == 0 && low == 0) {
            return "local";
        }
        try {
            byte[] bytes = ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }
}
