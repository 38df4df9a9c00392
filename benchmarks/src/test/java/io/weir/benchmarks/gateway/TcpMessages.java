package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Writes messages to several TCP connections in turns, each message with one call. */
record TcpMessages(int port, Messages messages) implements MessageSender {
    private static final int CONNECTIONS = 8;

    @Override
    public Sent send(Blast blast) throws IOException, InterruptedException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                sockets.add(socket);
            }
            return messages.send(blast, (number, message) -> sockets.get((int) (number % CONNECTIONS))
                    .getOutputStream()
                    .write(message));
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
