package io.weir.standalone.send;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * The input to send to.
 *
 * @param host as the user wrote it
 */
record Target(String host, InetSocketAddress address) {
    private static final byte[] BLANK_LINE = {'\n'};
    /** The number of checks for a host's answer. */
    private static final int POLLS = 10;

    private static final long LOOK_AGAIN_NANOS = 5_000_000;

    /** Parses {@code HOST:PORT}; {@code [::1]:8089} for IPv6. */
    static Target parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        int port = port(text.substring(colon + 1));
        if (host.isEmpty() || port < 0 || (host.contains(":") && !host.startsWith("["))) {
            throw new IllegalArgumentException(
                    "--to must be HOST:PORT, such as 127.0.0.1:8089 or [::1]:8089, was '" + text + "'");
        }
        try {
            return new Target(host, new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "--to: no host '" + host + "' is known; use its address, or add it to DNS or /etc/hosts", e);
        }
    }

    private static int port(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= 65_535
                ? Integer.parseInt(text)
                : -1;
    }

    /** Whether datagrams from any address of 127/8 can reach it. */
    boolean isIpv4Loopback() {
        return address.getAddress() instanceof Inet4Address
                && address.getAddress().isLoopbackAddress();
    }

    /** The standard address of a gateway's meters on this host. */
    String metersUrl() {
        return "http://" + host + ":9400";
    }

    /**
     * Sends a datagram without lines.
     *
     * @throws StartException if the host immediately reports that the port is closed
     */
    void knock() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open().connect(address)) {
            channel.write(ByteBuffer.wrap(BLANK_LINE));
            channel.configureBlocking(false);
            for (int i = 0; i < POLLS; i++) {
                channel.read(ByteBuffer.allocate(1));
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
        } catch (PortUnreachableException e) {
            throw new StartException(
                    "no gateway listens at " + host + ":" + address.getPort()
                            + ": start Weir (./weir up), or name the gateway with --to HOST:PORT",
                    e);
        }
    }
}
