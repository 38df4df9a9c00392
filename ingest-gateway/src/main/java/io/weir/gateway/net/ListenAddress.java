package io.weir.gateway.net;

import io.weir.contract.service.PortMistake;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;

/** Resolves a configured address to listen on. */
public final class ListenAddress {
    private static final String EVERY = "*";

    private ListenAddress() {}

    /** {@code *} is every address: of IPv6 and IPv4 where the machine supports both. */
    public static InetSocketAddress of(String host, int port, PortMistake mistake) {
        try {
            String literal = host.equals(EVERY) ? (hasIpv6() ? "::" : "0.0.0.0") : host;
            return new InetSocketAddress(InetAddress.getByName(literal), port);
        } catch (UnknownHostException e) {
            throw mistake.unknownHost(host, e);
        }
    }

    /** Whether it is an IPv6 address. */
    public static boolean isIpv6(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address;
    }

    /**
     * Tries to bind, because addresses prove nothing: a container may have IPv6 compiled in and
     * switched off.
     */
    private static boolean hasIpv6() {
        try (DatagramChannel socket = DatagramChannel.open(StandardProtocolFamily.INET6)) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("::"), 0));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
