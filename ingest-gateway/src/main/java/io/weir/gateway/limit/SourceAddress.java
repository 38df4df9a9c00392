package io.weir.gateway.limit;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * A reusable view of an address as 128 bits; an IPv4 address is the IPv6 address that stands for it ({@code ::ffff:a.b.c.d}, RFC
 * 4291), so both spellings are one. Whoever has no IP address (a Unix socket) is {@code ::}. Costs no allocation for IPv4;
 * for IPv6 a small array, since there is no other way to the bytes.
 */
public final class SourceAddress {
    private static final long IPV4 = 0xFFFFL << 32;
    private static final int BYTES = 16;

    private long high;
    private long low;
    private int port;

    /** Looks at this one from now on. */
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

    /** Looks at this one from now on; its {@link #port} is 0. */
    public void set(InetAddress address) {
        port = 0;
        if (address instanceof Inet4Address) {
            high = 0;
            // The only way to the address without an array. Javadoc promises a hash and no more; in OpenJDK it is the
            // address itself, and SourceAddressTest fails on a JDK where it is not.
            low = IPV4 | (address.hashCode() & 0xFFFF_FFFFL);
        } else {
            ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
            high = bytes.getLong();
            low = bytes.getLong();
        }
    }

    /** Whether it is none. */
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

    /** An address in words; {@code local} for whoever has none. */
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
