package io.weir.benchmarks.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Several connections that post in turns, as that many senders would. For one thread. */
public final class PostConnections implements AutoCloseable {
    private final List<PostConnection> connections = new ArrayList<>();

    /** Connects immediately, as {@link PostConnection} does. */
    public PostConnections(int count, int port, String path, String... headers) throws IOException {
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new PostConnection(port, path, headers));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Posts by the connection whose turn it is; returns after the body is sent.
     *
     * @param number counts the bodies from 0
     */
    public void post(long number, byte[] body, int length) throws IOException {
        connections.get((int) (number % connections.size())).post(body, length);
    }

    /** Returns after every body is answered. */
    public void awaitAnswers() throws IOException {
        for (PostConnection connection : connections) {
            connection.awaitAnswer();
        }
    }

    @Override
    public void close() throws IOException {
        for (PostConnection connection : connections) {
            connection.close();
        }
    }
}
