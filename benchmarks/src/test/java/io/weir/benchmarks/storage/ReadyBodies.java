package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.BatchLog;
import io.weir.benchmarks.harness.InfluxServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bodies that are in memory before the measurement, posted over several connections. They load a
 * database at nearly the highest possible speed and are the reference for a writer.
 */
final class ReadyBodies {
    /** Lines per body, as the writer uses; fewer if the body would have too many bytes. */
    static final int LINES = 10_000;

    private static final int MOST_BYTES = 4 << 20;

    private final List<Body> bodies = new ArrayList<>();
    private final long lines;

    private record Body(byte[] bytes, long lines) {}

    /** Takes at least {@code atLeast} lines of a log. */
    ReadyBodies(BatchLog log, long atLeast) {
        long begin = log.lines();
        while (log.lines() - begin < atLeast) {
            bodies.add(body(log));
        }
        lines = log.lines() - begin;
    }

    private static Body body(BatchLog log) {
        long first = log.lines();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (log.lines() - first < LINES && body.size() < MOST_BYTES) {
            byte[] batch = log.next();
            body.writeBytes(batch);
            if (batch[batch.length - 1] != '\n') {
                body.write('\n');
            }
        }
        return new Body(body.toByteArray(), log.lines() - first);
    }

    /** Returns the average length of a line. */
    double bytesPerLine() {
        return bodies.stream().mapToLong(body -> body.bytes.length).sum() / (double) lines;
    }

    /** Returns after all bodies are in the database, which must exist. */
    Loaded load(InfluxServer server, String database, int connections) throws IOException, InterruptedException {
        Course course = new Course(lines, server);
        AtomicLong done = new AtomicLong();
        Connections.load(server, database, connections, (number, connection) -> {
            for (int at = number; at < bodies.size(); at += connections) {
                Body body = bodies.get(at);
                connection.post(body.bytes, body.bytes.length);
                connection.awaitAnswer();
                course.reached(done.addAndGet(body.lines));
            }
        });
        return course.loaded();
    }
}
