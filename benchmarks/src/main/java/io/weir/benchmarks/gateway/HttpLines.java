package io.weir.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.standalone.send.Sent;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Line protocol over HTTP: some connections, in each one request after the other, as so many Telegrafs would send it. */
final class HttpLines {
    private static final int CONNECTIONS = 8;
    /** In each request: Telegraf's default. */
    private static final int LINES = 1000;

    private static final String NO_CONTENT = "HTTP/1.1 204 ";

    private HttpLines() {}

    /** Returns once all of it is answered: the lines are safe then. */
    static Sent send(int port, Blast blast) throws IOException {
        Workload workload = new Workload(WorkloadShape.standard(1), (series, stamp) -> {});
        byte[] bytes = new byte[workload.longest(LINES)];
        long requests = blast.linesPerSecond() * blast.seconds() / LINES;
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(new Connection(port));
            }
            Pace pace = new Pace(blast.linesPerSecond() / LINES);
            for (long sent = 0; sent < requests; sent++) {
                pace.await(sent);
                int length = workload.write(
                        bytes,
                        LINES,
                        TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis()));
                connections.get((int) (sent % CONNECTIONS)).post(bytes, length);
            }
            for (Connection connection : connections) {
                connection.awaitAnswer();
            }
            return new Sent(0, requests * LINES, 0, 0, 0, pace.elapsedNanos());
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /** The answer to a request is read before the next one is sent. */
    private static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader answers;
        private boolean isAsked;

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        }

        void post(byte[] body, int length) throws IOException {
            awaitAnswer();
            isAsked = true;
            String head = "POST /write HTTP/1.1\r\nHost: weir\r\nContent-Length: " + length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(US_ASCII));
            socket.getOutputStream().write(body, 0, length);
        }

        void awaitAnswer() throws IOException {
            if (isAsked) {
                String status = answers.readLine();
                if (status == null || !status.startsWith(NO_CONTENT)) {
                    throw new IOException("lines over HTTP were not taken: " + status);
                }
                String header = status;
                while (header != null && !header.isEmpty()) {
                    header = answers.readLine();
                }
                isAsked = false;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
