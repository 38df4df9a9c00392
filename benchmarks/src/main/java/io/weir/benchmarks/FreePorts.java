package io.weir.benchmarks;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;

/** Ports that nobody has at the moment. */
public final class FreePorts {
    private FreePorts() {}

    /** One for UDP. */
    public static int udp() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        }
    }

    /** Several for TCP, taken all at once, so that they differ. */
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
