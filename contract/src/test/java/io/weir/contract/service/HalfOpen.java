package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that connect and never finish a request: silent ones, ones that stop within the head, and
 * ones that drip.
 */
final class HalfOpen implements AutoCloseable {
    private static final String HEAD = "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ";

    private final List<Socket> sockets = new ArrayList<>();

    HalfOpen(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(socket);
            if (i % 3 > 0) {
                socket.getOutputStream().write(HEAD.getBytes(US_ASCII));
            }
        }
    }

    /** Sends one more byte of the head from each dripping client that is still connected. */
    void drip() {
        for (int i = 2; i < sockets.size(); i += 3) {
            try {
                sockets.get(i).getOutputStream().write('x');
            } catch (IOException e) {
                // The server may have closed the connection.
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
