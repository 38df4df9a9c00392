package io.weir.standalone;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Looks whether TCP ports are free before a library is started that would tell it in a stack trace. */
final class Ports {
    private Ports() {}

    /** @throws StartException if it is taken; names the port, who wants it, and the option to change */
    static void requireFree(String host, int port, String who, String option) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            probe.getLocalPort();
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(
                    "port " + port + " on " + host + ", for " + who + ", cannot be used: " + e.getMessage()
                            + "; end the program that has it (another weir?), or name another port with " + option,
                    e);
        }
    }
}
