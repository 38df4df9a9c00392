package io.weir.writer.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Sockets that send without delay (TCP_NODELAY), unlike OkHttp's default. The last part of a
 * request would otherwise wait up to 40 ms for the server's delayed acknowledgement of the previous
 * part.
 */
final class PromptSockets extends SocketFactory {
    @Override
    public Socket createSocket() throws IOException {
        return prompt(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return prompt(new Socket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return prompt(new Socket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return prompt(new Socket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return prompt(new Socket(host, port, local, localPort));
    }

    private static Socket prompt(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return socket;
    }
}
