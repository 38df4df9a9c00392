package io.weir.relay.amqp;

import com.rabbitmq.client.SocketConfigurator;
import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket of a sink's connection. RabbitMQ's client ends no write itself. Thread-safe. */
final class OpenSocket implements SocketConfigurator {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSocket.class);

    private volatile @Nullable Socket socket;

    @Override
    public void configure(Socket opened) {
        socket = opened;
    }

    /** Closes the socket without waiting, so that each write and read of it fails. */
    void cut() {
        Socket open = socket;
        if (open != null) {
            try {
                open.setSoLinger(true, 0); // Otherwise TLS would wait for the write that is to end.
                open.close();
            } catch (IOException e) {
                LOG.debug("closed before", e);
            }
        }
    }
}
