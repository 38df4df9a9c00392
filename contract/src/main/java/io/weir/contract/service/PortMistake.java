package io.weir.contract.service;

import java.net.BindException;
import java.util.Locale;

/**
 * Tells an operator why a port cannot be had: the culprit, what sets it, and what to do.
 *
 * @param protocol {@code tcp} or {@code udp}
 * @param wants what the port is for, such as {@code Kafka}
 * @param portSetting what sets the port, such as {@code --kafka-port}
 * @param hostSetting what sets the address
 */
public record PortMistake(String protocol, String wants, String portSetting, String hostSetting) {

    /** By what the system said when it was to bind. */
    public StartException because(String host, int port, Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        // With its type: an address that was not resolved is told by nothing else.
        String lower = cause.toString().toLowerCase(Locale.ROOT);
        String what = "port " + port + "/" + protocol + " on " + host + ", for " + wants + ", ";
        if (lower.contains("in use")) {
            return new StartException(
                    what + "is taken by another process: is another weir running? (ss -lnp --" + protocol
                            + " 'sport = :" + port + "' names it); end that one, or set another with " + portSetting,
                    cause);
        }
        if (lower.contains("permission denied")) {
            return new StartException(
                    what + "may not be had by user " + System.getProperty("user.name")
                            + ", for ports below 1024 are the administrator's; set one of 1024 or more with "
                            + portSetting,
                    cause);
        }
        if (lower.contains("assign") || lower.contains("unresolved")) {
            return unknownHost(host, cause);
        }
        return new StartException(
                what + "cannot be had: " + (cause instanceof BindException ? said : cause.toString())
                        + "; set another with " + portSetting,
                cause);
    }

    /** When the address is none to bind to. */
    public StartException unknownHost(String host, Throwable cause) {
        return new StartException(
                "'" + host + "', for " + wants + ", is no address of this machine; set one of its addresses, or 0.0.0.0"
                        + " for all, with " + hostSetting,
                cause);
    }
}
