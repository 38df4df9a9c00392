package io.weir.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the name of this host. */
final class HostName {
    private HostName() {}

    /** Never fails: a host whose name does not resolve to an address still has a name. */
    static String find() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // The message is "NAME: Name or service not known".
            String message = String.valueOf(e.getMessage());
            int colon = message.indexOf(':');
            return colon > 0 ? message.substring(0, colon) : "gateway";
        }
    }
}
