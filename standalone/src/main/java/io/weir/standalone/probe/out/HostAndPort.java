package io.weir.standalone.probe.out;

import io.weir.contract.config.Refusal;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * A host and a port, such as those of a gateway's input.
 *
 * @param host a name or an address, without brackets
 */
public record HostAndPort(String host, int port) {
    /** The default address of a gateway on this host. */
    public static final HostAndPort GATEWAY = new HostAndPort("127.0.0.1", 8089);

    private static final Set<String> EVERY_ADDRESS = Set.of("*", "0.0.0.0", "::");

    /**
     * The address of a gateway on this host that listens on {@code host}; a wildcard becomes
     * loopback.
     */
    public static HostAndPort listening(String host, int port) {
        return new HostAndPort(EVERY_ADDRESS.contains(host) ? GATEWAY.host : host, port);
    }

    /** @throws Refusal if the text is not {@code HOST:PORT} */
    public static HostAndPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        if (host.isBlank() || (host.indexOf(':') >= 0 && !isBracketed)) {
            throw refusal(text);
        }
        return new HostAndPort(
                isBracketed ? host.substring(1, host.length() - 1) : host, port(text, text.substring(colon + 1)));
    }

    /** Resolves the host name; one that cannot be resolved now may become resolvable later. */
    InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    /** The format that {@link #parse} reads. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port > 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            // The exception below has a better message.
        }
        throw refusal(text);
    }

    private static Refusal refusal(String text) {
        return new Refusal(
                "must be HOST:PORT, was " + Refusal.quote(text), "such as gateway1:8089, or [fd00::1]:8089 for IPv6");
    }
}
