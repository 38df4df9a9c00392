package io.weir.contract.service;

import java.net.BindException;
import java.util.Locale;

/**
 * Builds the operator's message for an unavailable port: the cause, the setting, and the remedy.
 *
 * @param protocol {@code tcp} or {@code udp}
 * @param wants the purpose of the port, such as {@code Kafka}
 * @param portSetting the setting of the port, such as {@code --kafka-port}
 * @param hostSetting the setting of the address
 */
public record PortMistake(String protocol, String wants, String portSetting, String hostSetting) {

    /** The message for an error of the system when binding. */
    public StartException because(String host, int port, Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        // Includes the exception's type: only that shows an unresolved address.
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
                    what + "is not permitted for user " + System.getProperty("user.name")
                            + ": ports below 1024 need an administrator; set one of 1024 or more with "
                            + portSetting,
                    cause);
        }
        if (lower.contains("assign") || lower.contains("unresolved")) {
            return unknownHost(host, cause);
        }
        return new StartException(
                what + "cannot be opened: " + (cause instanceof BindException ? said : cause.toString())
                        + "; set another with " + portSetting,
                cause);
    }

    /** The message for a host that is not an address of this machine. */
    public StartException unknownHost(String host, Throwable cause) {
        return new StartException(
                "'" + host + "', for " + wants + ", is no address of this machine; set one of its addresses, or 0.0.0.0"
                        + " for all, with " + hostSetting,
                cause);
    }
}
