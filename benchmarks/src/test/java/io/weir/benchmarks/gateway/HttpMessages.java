package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.PostConnections;
import io.weir.standalone.send.Sent;
import java.io.IOException;

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

    /** @param count number of connections */
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
        try (PostConnections connections = new PostConnections(count, port, path, headers)) {
            Sent sent = messages.send(blast, (number, message) -> connections.post(number, message, message.length));
            connections.awaitAnswers();
            return sent;
        }
    }
}
