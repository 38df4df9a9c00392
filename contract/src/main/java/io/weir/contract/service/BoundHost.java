package io.weir.contract.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address that an HTTP server is bound to. A web page can point its own host name to the
 * address of this machine (DNS rebinding); its browser then sends requests here under that name.
 * The name distinguishes these requests from legitimate ones.
 *
 * @param isLoopback whether only this machine can reach the server
 */
public record BoundHost(String name, boolean isLoopback) {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    /** Resolves a name; an unknown one is not loopback. */
    public static BoundHost of(String name) {
        try {
            return new BoundHost(name, InetAddress.getByName(name).isLoopbackAddress());
        } catch (UnknownHostException e) {
            return new BoundHost(name, false);
        }
    }

    /**
     * Whether a request is intended for this server. The names of a server that others can reach
     * are unknown here, so all are accepted. The port does not matter: a tunnel changes it, and a
     * foreign page cannot benefit from it.
     *
     * @param hostHeader empty if the request has none; every browser sends one
     */
    public boolean isMeantBy(Optional<String> hostHeader) {
        if (!isLoopback || hostHeader.isEmpty()) {
            return true;
        }
        String called = PORT.matcher(hostHeader.get().toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK.matcher(called).matches() || called.equals(name.toLowerCase(Locale.ROOT));
    }
}
