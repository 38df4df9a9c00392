package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.PostConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * 30 days of job counts, with any number of points: more points need more sites. Each series has a
 * value every 4.32 s, 600 000 in total.
 */
record JobsData(int sites, long beginMillis) {
    private static final long STEP_MILLIS = 4_320;
    private static final long POINTS_PER_SERIES = TimeUnit.DAYS.toMillis(Queries.DAYS) / STEP_MILLIS;
    private static final int CONNECTIONS = 2;
    private static final int LINES_PER_BODY = 10_000;

    /** Creates data that ends at {@code endMillis}. */
    static JobsData of(long points, long endMillis) {
        long perSite = POINTS_PER_SERIES * JobsLog.seriesPerSite();
        return new JobsData(
                (int) Math.max(CONNECTIONS, Math.round((double) points / perSite)),
                endMillis - TimeUnit.DAYS.toMillis(Queries.DAYS));
    }

    long points() {
        return POINTS_PER_SERIES * JobsLog.seriesPerSite() * sites;
    }

    /** Writes everything as line protocol, without Weir; the database must exist. */
    void load(InfluxServer server, String database) throws IOException, InterruptedException {
        Connections.load(server, database, CONNECTIONS, (number, connection) -> {
            int first = sites * number / CONNECTIONS;
            int its = sites * (number + 1) / CONNECTIONS - first;
            load(connection, new JobsLog(first, its, beginMillis, STEP_MILLIS), number == 0);
        });
    }

    private void load(PostConnection connection, JobsLog log, boolean tells) throws IOException {
        long endMillis = beginMillis + POINTS_PER_SERIES * STEP_MILLIS;
        long day = 0;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (log.millis() < endMillis) {
            long full = log.lines() + LINES_PER_BODY;
            body.reset();
            while (log.lines() < full && log.millis() < endMillis) {
                body.writeBytes(log.next());
            }
            connection.post(body.toByteArray(), body.size());
            long days = TimeUnit.MILLISECONDS.toDays(log.millis() - beginMillis);
            if (tells && days > day) {
                day = days;
                System.err.printf("loaded %d of %d days%n", day, Queries.DAYS);
            }
        }
        connection.awaitAnswer();
    }
}
