package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.PostConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several connections that write lines to a database in parallel, each in a thread of its own. */
final class Connections {
    private Connections() {}

    /** The load of one connection. */
    interface Load {
        /** @param number from 0 */
        void write(int number, PostConnection connection) throws IOException;
    }

    /** Returns after everything is written; the database must exist. */
    static void load(InfluxServer server, String database, int count, Load load)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                ends.add(threads.submit(() -> {
                    try (PostConnection connection =
                            new PostConnection(server.http().port(), "/write?db=" + Http.escaped(database))) {
                        load.write(number, connection);
                    }
                    return null;
                }));
            }
            for (Future<Void> end : ends) {
                end.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
