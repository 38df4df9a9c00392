package io.weir.gateway.udp;

import io.weir.contract.service.StartException;
import java.net.InetSocketAddress;
import java.util.Locale;

/** Tells an operator why the UDP port or address cannot be had: the culprit, the setting, and what to do. */
final class PortMistake {
    private PortMistake() {}

    static StartException unknownHost(String host, Throwable cause) {
        return new StartException(
                "udp.host: '" + host + "' is no address of this machine; use *, 0.0.0.0, :: or one of its addresses",
                cause);
    }

    static StartException notBound(InetSocketAddress address, Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        String lower = said.toLowerCase(Locale.ROOT);
        String host = address.getAddress().getHostAddress();
        String port = address.getPort() + "/udp";
        if (lower.contains("in use")) {
            return new StartException(
                    "udp.port: " + port + " on " + host + " is taken by another process (ss -ulpn 'sport = :"
                            + address.getPort() + "' names it); end that one or set another udp.port",
                    cause);
        }
        if (lower.contains("permission denied")) {
            return new StartException(
                    "udp.port: no permission for " + port + "; set a udp.port of 1024 or more", cause);
        }
        if (lower.contains("assign")) {
            return unknownHost(host, cause);
        }
        return new StartException("udp.port: cannot listen on " + port + " of " + host + ": " + said, cause);
    }
}
