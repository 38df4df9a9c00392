package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.PostConnection;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Posts messages over several HTTP connections, one request after the other on each, as that many
 * senders would.
 */
final class HttpMessages implements MessageSender {
    private final int port;
    private final int count;
    private final String path;
    private final String[] headers;
    private final Messages messages;

    /** @param count of connections */
    HttpMessages(int port, int count, String path, Messages messages, String... headers) {
        this.port = port;
        this.count = count;
        this.path = path;
        this.messages = messages;
        this.headers = headers;
    }

    /** Returns after every request is answered. */
    @Override
    public Sent send(Blast blast) throws IOException, InterruptedException {
        List<PostConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new PostConnection(port, path, headers));
            }
            Sent sent = messages.send(
                    blast,
                    (number, message) -> connections.get((int) (number % count)).post(message, message.length));
            for (PostConnection connection : connections) {
                connection.awaitAnswer();
            }
            return sent;
        } finally {
            for (PostConnection connection : connections) {
                connection.close();
            }
        }
    }
}
