package io.weir.contract.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address that an HTTP server is bound to. A web page can give its own name the address of this machine (DNS rebinding), and
 * its browser then sends requests here under that name. The name is what tells them from requests that are meant for the server.
 *
 * @param isLoopback whether only this machine reaches the server
 */
public record BoundHost(String name, boolean isLoopback) {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    /** Resolves a name; one that is unknown is not loopback. */
    public static BoundHost of(String name) {
        try {
            return new BoundHost(name, InetAddress.getByName(name).isLoopbackAddress());
        } catch (UnknownHostException e) {
            return new BoundHost(name, false);
        }
    }

    /**
     * Whether a request is meant for this server. A server that others reach too has names that only they know: there, all are.
     * The port does not matter: a tunnel changes it, and a foreign page cannot gain anything by it.
     *
     * @param hostHeader empty if there is none; every browser sends one
     */
    public boolean isMeantBy(Optional<String> hostHeader) {
        if (!isLoopback || hostHeader.isEmpty()) {
            return true;
        }
        String called = PORT.matcher(hostHeader.get().toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK.matcher(called).matches() || called.equals(name.toLowerCase(Locale.ROOT));
    }
}
