package io.weir.benchmarks.harness;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;

/** Finds ports that are currently free. */
public final class FreePorts {
    private FreePorts() {}

    /** Returns a free UDP port. */
    public static int udp() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        }
    }

    /** Returns several different free TCP ports. */
    public static int[] tcp(int count) throws IOException {
        int[] ports = new int[count];
        ServerSocket[] sockets = new ServerSocket[count];
        for (int i = 0; i < count; i++) {
            sockets[i] = new ServerSocket(0);
            ports[i] = sockets[i].getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
