package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Pace;
import io.weir.benchmarks.harness.PostConnections;
import io.weir.standalone.send.Sent;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Sends line protocol over several HTTP connections, one request after the other on each, as that
 * many Telegraf instances would.
 */
final class HttpLines {
    private static final int CONNECTIONS = 8;
    /** Lines per request: Telegraf's default. */
    private static final int LINES = 1000;

    private HttpLines() {}

    /** Returns after every request is answered: the lines are durable then. */
    static Sent send(int port, Blast blast) throws IOException {
        Workload workload = new Workload(WorkloadShape.standard(1), (series, stamp) -> {});
        byte[] bytes = new byte[workload.longest(LINES)];
        long requests = blast.linesPerSecond() * blast.seconds() / LINES;
        try (PostConnections connections = new PostConnections(CONNECTIONS, port, "/write")) {
            Pace pace = new Pace(blast.linesPerSecond() / LINES);
            for (long sent = 0; sent < requests; sent++) {
                pace.await(sent);
                int length = workload.write(
                        bytes,
                        LINES,
                        TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis()));
                connections.post(sent, bytes, length);
            }
            connections.awaitAnswers();
            return new Sent(0, requests * LINES, 0, 0, 0, pace.elapsedNanos());
        }
    }
}
